/** Withdraws all own answers after one confirmation. */
import { useRef, useState } from 'react'
import type { OwnAnswer } from '../../model/answers/own-answers.ts'
import type { IgnoredReason } from '../../ui/arming/arming.ts'
import { armingText, FireButton } from '../../ui/arming/fire-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { counted } from '../../../core/domain/words.ts'
import { withdraw } from './answer-rows.ts'

export function WithdrawAll({
  answers,
  onClose,
}: {
  readonly answers: readonly OwnAnswer[]
  readonly onClose: () => void
}) {
  const [ignored, setIgnored] = useState<IgnoredReason>()
  const button = useRef<HTMLButtonElement>(null)
  const run = (): void => {
    onClose()
    for (const answer of answers) withdraw(answer)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      testId="withdraw-all"
      title="Withdraw all own answers"
      description={
        answers.length === 0
          ? 'None is live.'
          : `Cancels ${counted(answers.length, 'answer')} at the venue. Earlier fills remain.`
      }
      initialFocus={button}
      footer={
        <>
          <output className="muted">{answers.length === 0 ? '' : armingText('hold', ignored)}</output>
          <Button onClick={onClose}>Leave them</Button>
          <FireButton
            buttonRef={button}
            variant="danger"
            disabled={answers.length === 0}
            question="answers"
            gesture="hold"
            onFire={run}
            onIgnored={setIgnored}
          >
            {`Withdraw ${counted(answers.length, 'answer')}`}
          </FireButton>
        </>
      }
    />
  )
}
