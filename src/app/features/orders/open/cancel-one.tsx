/** Confirms a keyboard cancel, where a slip is one key. */
import { useRef, useState } from 'react'
import type { IgnoredReason } from '../../../ui/arming/arming.ts'
import { FireButton, armingText } from '../../../ui/arming/fire-button.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'

interface CancelOneProps {
  readonly what: 'order' | 'RFQ'
  readonly name: string
  readonly onCancel: () => void
  readonly onClose: () => void
}

export function CancelOne({ what, name, onCancel, onClose }: CancelOneProps) {
  const [ignored, setIgnored] = useState<IgnoredReason>()
  const button = useRef<HTMLButtonElement>(null)
  const run = (): void => {
    onClose()
    onCancel()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      testId="cancel-one"
      title={`Cancel the ${what}?`}
      description={name}
      initialFocus={button}
      footer={
        <>
          <output className="muted">{armingText('hold', ignored)}</output>
          <Button onClick={onClose}>Don’t cancel</Button>
          <FireButton
            buttonRef={button}
            variant="danger"
            question={name}
            gesture="hold"
            onFire={run}
            onIgnored={setIgnored}
          >
            Cancel the {what}
          </FireButton>
        </>
      }
    />
  )
}
