/** Templates out to a file and in from one. */
import { useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/controls/toasts.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { importTemplates, templatesText } from './saved-drafts.ts'

const largestBytes = 200_000

export function TemplateFiles({ isEmpty }: { readonly isEmpty: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const count = file.size > largestBytes ? undefined : importTemplates(await file.text())
    if (count === undefined) showToast({ tone: 'warning', title: 'Not a file of templates' })
    else showToast({ tone: 'ok', title: `${count} ${count === 1 ? 'template' : 'templates'} imported` })
  }
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        disabled={isEmpty}
        onClick={() => saveFile(new Blob([templatesText()], { type: 'application/json' }), 'legwork-templates.json')}
      >
        Export
      </Button>
      <Button size="sm" variant="quiet" onClick={() => field.current?.click()}>
        Import
      </Button>
      <input
        ref={field}
        type="file"
        accept="application/json"
        aria-label="Import templates"
        className="visually-hidden"
        tabIndex={-1}
        onChange={event => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
