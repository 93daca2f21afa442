/**
 * Outcomes of submissions in a live region over every screen. Settled ones can be dismissed, accepted ones disappear,
 * unknown ones stay until known.
 */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useAwaiting, useIntents } from '../../api/order-desk/desk-hooks.ts'
import { type Intent, isUnresolved } from '../../../core/domain/intent.ts'
import { LiveRegion } from '../../ui/controls/live-region.tsx'
import { onToasts, shownToasts } from '../../ui/controls/toasts.ts'
import { cx } from '../../ui/cx.ts'
import { afterUsable } from '../../ui/after-usable.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import styles from './order-outcome.module.css'

const shownAtMost = 3

const outcomeCard = async () => (await import('./outcome-card.tsx')).OutcomeCard
const OutcomeCard = lazyComponent(outcomeCard)

/** A waiting order has its own card id, so that dismissing it does not hide the outcome. */
const cardOf = ({ client_order_id: id, state }: Intent): string => (state.kind === 'awaiting' ? `${id} waits` : id)

/** Mounted once by the app. Shows only orders seen open in this page; older outcomes are in Orders. */
export function OrderOutcome() {
  const sent = useIntents()
  const awaiting = useAwaiting()
  const intents = awaiting.length === 0 ? sent : [...awaiting, ...sent]
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const hasToasts = useSyncExternalStore(onToasts, () => shownToasts().length > 0)
  const [away, setAway] = useState<ReadonlySet<string>>(new Set())
  // The code is fetched before anything is sent: the connection may be lost right after. Where it fails, the card
  // fetches it again.
  useEffect(
    () =>
      void afterUsable()
        .then(outcomeCard)
        .catch(() => undefined),
    [],
  )
  const open = intents.filter(
    intent => (isUnresolved(intent) || intent.state.kind === 'awaiting') && !watched.has(intent.client_order_id),
  )
  if (open.length > 0) setWatched(new Set([...watched, ...open.map(intent => intent.client_order_id)]))
  const shown = intents
    .filter(intent => watched.has(intent.client_order_id) && !away.has(cardOf(intent)))
    .slice(0, shownAtMost)
  const putAway = useCallback((card: string) => setAway(now => new Set([...now, card])), [])
  return (
    <LiveRegion className={cx(styles.region, hasToasts && styles.beside)} testId="order-outcome">
      {shown.map(intent => (
        <OutcomeCard key={intent.client_order_id} intent={intent} card={cardOf(intent)} putAway={putAway} />
      ))}
    </LiveRegion>
  )
}
