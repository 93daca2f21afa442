import { useState } from 'react'
import type { Notes } from '../../api/journal/journal-hooks.ts'
import { parseTags } from '../../../core/domain/journal-row.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import styles from './journal.module.css'

interface NoteEditorProps {
  readonly subject: string
  readonly notes: Notes
}

export function NoteEditor({ subject, notes }: NoteEditorProps) {
  const note = notes.notes.get(subject)
  const saved = { text: note?.text ?? '', tags: note?.tags.join(' ') ?? '' }
  const [text, setText] = useState(saved.text)
  const [tags, setTags] = useState(saved.tags)
  const [problem, setProblem] = useState<string>()
  const isChanged = text !== saved.text || parseTags(tags).join(' ') !== saved.tags
  const save = async (): Promise<void> => setProblem(await notes.write(subject, text.trim(), parseTags(tags)))
  return (
    <form
      className={styles.noteForm}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <TextArea label="Note" rows={3} value={text} onChange={setText} placeholder="Why this trade, what to do next" />
      <TextInput
        label="Tags"
        value={tags}
        onChange={setTags}
        placeholder="earnings roll"
        hint="Separate tags with spaces"
        {...(problem === undefined ? {} : { error: problem })}
      />
      <Button type="submit" size="sm" variant="primary" disabled={!isChanged}>
        {isChanged || note === undefined ? 'Save note' : 'Saved'}
      </Button>
    </form>
  )
}
