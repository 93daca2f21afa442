/** Withdraws own answers when their RFQ ends, on every screen, unless the trader leaves them in Settings. */
import { type ReactNode, useEffect, useState } from 'react'
import { useFlow } from '../../api/feed/flow.ts'
import { type OwnAnswer, rfqLife } from '../../model/answers/own-answers.ts'
import { useLiveAnswers } from '../../model/answers/use-live-answers.ts'
import { Withdrawals } from '../../model/answers/withdrawals.ts'
import { cancelOwn } from '../../model/orders/order-commands.ts'
import { phrasedIntent } from '../../../core/domain/trade-story/trade-words.ts'
import { showToast } from '../../ui/controls/toasts.ts'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { usePreferences } from '../../ui/theme/preferences.ts'

export function AnswerKeeper(): ReactNode {
  const answers = useLiveAnswers()
  const { answers: ends } = usePreferences()
  return ends === 'with_rfq' && answers.length > 0 ? <Keeper answers={answers} /> : null
}

function Keeper({ answers }: { readonly answers: readonly OwnAnswer[] }): null {
  const { flow, state } = useFlow()
  const [withdrawals] = useState(
    () =>
      new Withdrawals<OwnAnswer>({
        after(ms, run) {
          const id = setTimeout(run, ms)
          return () => clearTimeout(id)
        },
        cancel: ({ id, orderId }) => cancelOwn({ clientOrderId: id, orderId }),
        report,
      }),
  )
  useEffect(
    () => withdrawals.see(answers.filter(answer => rfqLife(answer, flow, state) === 'over')),
    [withdrawals, answers, flow, state],
  )
  useEffect(() => () => withdrawals.stop(), [withdrawals])
  return null
}

type ReportKind = Parameters<ConstructorParameters<typeof Withdrawals<OwnAnswer>>[0]['report']>[1]

function report({ intent }: OwnAnswer, kind: ReportKind): void {
  const body = shownPhrase(phrasedIntent(intent))
  if (kind === 'done')
    showToast({ tone: 'neutral', title: 'Answer withdrawn: its RFQ has ended', body, testId: 'notice' })
  else if (kind === 'unknown')
    showToast({
      tone: 'warning',
      title: 'Answer not withdrawn yet: the venue did not answer',
      body: `${body}. It counts as working until the venue reports its end; the cancel is sent again.`,
      testId: 'notice',
    })
  else if (kind === 'not_supported')
    showToast({
      tone: 'warning',
      title: 'This venue cannot cancel: the answer works until its life ends',
      body,
      testId: 'notice',
    })
}
