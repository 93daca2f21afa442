/** A structure typed or pasted as text, and the draft as text to copy. Opening one never sends. */
import { useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { structureWords } from '../../../ui/order/structure-words.ts'
import { type ReadText, type TextContext, readStructureText } from './draft-shorthand.ts'
import styles from './text-dialog.module.css'

interface TextDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly context: TextContext
  /** The draft as text. */
  readonly text: string
  readonly take: (value: ReadText) => void
  /** Puts the legs to those that are there. */
  readonly add: (value: ReadText) => void
}

export function TextDialog({ open, onClose, context, text, take, add }: TextDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [line, setLine] = useState('')
  const read = line.trim() === '' ? undefined : readStructureText(line, context)
  const finish = (how: (value: ReadText) => void) => {
    if (read?.ok !== true) return
    how(read.value)
    setLine('')
    onClose()
  }
  const use = () => finish(take)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Structure as text"
      description="Type or paste: BTC 25DEC26 90/110 Strg x10 @120 sell, +1 25DEC 100000C -2 25DEC 110000C, or A@1/B@-1."
      initialFocus={input}
      footer={
        <>
          {text === '' ? null : (
            <Button disabled={read?.ok !== true} onClick={() => finish(add)}>
              Add to the legs
            </Button>
          )}
          <Button variant="primary" disabled={read?.ok !== true} onClick={use}>
            {text === '' ? 'Use it' : 'Replace the draft'}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <TextInput
          label="Structure"
          value={line}
          onChange={setLine}
          onEnter={use}
          inputRef={input}
          mono
          error={read?.ok === false ? read.why : undefined}
          hint={read?.ok === true ? structureWords(read.value.legs).title : undefined}
        />
        {text === '' ? null : (
          <div className={styles.own}>
            <code>{text}</code>
            <CopyButton text={text} label="Copy the draft as text" />
          </div>
        )}
      </div>
    </Dialog>
  )
}
