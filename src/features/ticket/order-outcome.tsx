/**
 * What became of what was sent, as it happens: a live region over every screen. What is settled can be put away; accepted ones go by
 * themselves after a while; what is unknown stays until it is known.
 */
import { useCallback, useEffect, useState } from 'react'
import { useAwaiting, useIntents } from '../../api/order-desk/desk-hooks.ts'
import { type Intent, isUnresolved } from '../../domain/intent.ts'
import { LiveRegion } from '../../ui/controls/live-region.tsx'
import { afterUsable } from '../../ui/after-usable.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import styles from './order-outcome.module.css'

const shownAtMost = 3

const outcomeCard = async () => (await import('./outcome-card.tsx')).OutcomeCard
const OutcomeCard = lazyComponent(outcomeCard)

/** While it waits, an order has a card of its own: what comes of it is reported though that was put away. */
const cardOf = ({ client_order_id: id, state }: Intent): string => (state.kind === 'awaiting' ? `${id} waits` : id)

/** Mounted once by the app. What was settled before the page was opened is Orders' affair: shown is what was seen open here. */
export function OrderOutcome() {
  const sent = useIntents()
  const awaiting = useAwaiting()
  const intents = awaiting.length === 0 ? sent : [...awaiting, ...sent]
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const [away, setAway] = useState<ReadonlySet<string>>(new Set())
  // The code is fetched before anything is sent: the connection may be lost right after. Where it fails, the card fetches it again.
  useEffect(() => void afterUsable().then(outcomeCard).catch(() => undefined), [])
  const open = intents.filter(intent => (isUnresolved(intent) || intent.state.kind === 'awaiting') && !watched.has(intent.client_order_id))
  if (open.length > 0) setWatched(new Set([...watched, ...open.map(intent => intent.client_order_id)]))
  const shown = intents.filter(intent => watched.has(intent.client_order_id) && !away.has(cardOf(intent))).slice(0, shownAtMost)
  const putAway = useCallback((card: string) => setAway(now => new Set([...now, card])), [])
  return (
    <LiveRegion className={styles.region} testId="order-outcome">
      {shown.map(intent => (
        <OutcomeCard key={intent.client_order_id} intent={intent} card={cardOf(intent)} putAway={putAway} />
      ))}
    </LiveRegion>
  )
}
