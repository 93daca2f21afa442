import { useRef, useState } from 'react'
import { useIntents } from '../../api/order-desk/desk-hooks.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { phrasedIntent, priceWords } from '../../../core/domain/trade-story/trade-words.ts'
import { cancelOwn } from '../../model/orders/order-commands.ts'
import { useRegistry } from '../../model/orders/use-registry.ts'
import type { Ignored } from '../../ui/arming/arming.ts'
import { armingText, FireButton } from '../../ui/arming/fire-button.tsx'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OrderPhrase, shownPhrase } from '../../ui/order/order-phrase.tsx'
import { sayOutcome } from '../../ui/order/say-outcome.ts'
import { type OwnAnswer, ownAnswers } from './answers.ts'
import styles from './flow.module.css'

const mostShown = 50
const counted = (count: number): string => `${count} answer${count === 1 ? '' : 's'}`

export function AnswersBar() {
  const intents = useIntents()
  const { orders } = useRegistry()
  const { cancelOrder } = useCapabilities()
  const [isAsked, ask] = useState(false)
  const answers = ownAnswers(intents, orders).slice(0, mostShown)
  const live = answers.filter(answer => answer.isLive)
  const enabled = live.length > 0 && cancelOrder !== 'absent'
  useCommands([
    { id: 'flow.withdraw', name: 'Withdraw all own answers', group: 'Flow', keys: 'flow.withdraw', enabled, run: () => ask(true) },
  ])
  if (answers.length === 0) return null
  return (
    <section className={styles.answers} aria-label="Own answers">
      <header>
        <h3>Own answers</h3>
        <Button size="sm" disabled={!enabled} onClick={() => ask(true)}>
          Withdraw all
        </Button>
      </header>
      <ul>
        {answers.map(({ id, intent, state, isLive }) => (
          <li key={id} data-live={isLive}>
            <OrderPhrase {...phrasedIntent(intent)} /> <span>{priceWords(phrasedIntent(intent))}</span> <span>{state}</span>
          </li>
        ))}
      </ul>
      {isAsked && <Withdraw live={live} onClose={() => ask(false)} />}
    </section>
  )
}

function Withdraw({ live, onClose }: { readonly live: readonly OwnAnswer[]; readonly onClose: () => void }) {
  const [ignored, setIgnored] = useState<Ignored>()
  const button = useRef<HTMLButtonElement>(null)
  const run = (): void => {
    onClose()
    for (const { id, orderId, intent } of live) {
      void cancelOwn({ clientOrderId: id, orderId }).then(result =>
        sayOutcome('Withdraw', result, 'Withdrawn', shownPhrase(phrasedIntent(intent))),
      )
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      testId="withdraw-all"
      title="Withdraw all own answers"
      description={live.length === 0 ? 'None is live.' : `Cancels ${counted(live.length)} at the venue. Earlier fills remain.`}
      initialFocus={button}
      footer={
        <>
          <output className="muted">{live.length === 0 ? '' : armingText('hold', ignored)}</output>
          <Button onClick={onClose}>Leave them</Button>
          <FireButton
            buttonRef={button}
            variant="danger"
            disabled={live.length === 0}
            question="answers"
            gesture="hold"
            onFire={run}
            onIgnored={setIgnored}
          >
            {`Withdraw ${counted(live.length)}`}
          </FireButton>
        </>
      }
    />
  )
}
