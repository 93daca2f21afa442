/** One RFQ: what is asked for, how long it lives, what was tried on it. */
import { useNavigate } from '@tanstack/react-router'
import { useCapabilities } from '../../api/capabilities.ts'
import { serverNowMs } from '../../api/clock.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { Intent } from '../../api/order-desk/intent.ts'
import { eq, one } from '../../domain/decimal.ts'
import { Badge, type BadgeTone } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Countdown } from '../../ui/controls/countdown.tsx'
import { Side, Time } from '../../ui/format/figures.tsx'
import { formatSize } from '../../ui/format/amounts.ts'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import { formatZoned, zoneWord } from '../../ui/format/zoned-time.ts'
import { EffectiveLegs } from '../../ui/order/effective-legs.tsx'
import { PackagePrice } from '../../ui/order/package-price.tsx'
import { BestQuote } from './best-quote.tsx'
import { builderSearch } from './builder-search.ts'
import { cancel, refresh } from './order-commands.ts'
import styles from './orders.module.css'
import type { RfqCard, RfqState } from './rfq-cards.ts'

interface RfqCardViewProps {
  readonly card: RfqCard
  /** Of an RFQ that this browser sent. */
  readonly intent: Intent | undefined
  readonly active: boolean
  readonly onOpen: (clientOrderId: string) => void
}

const tones: Readonly<Record<RfqState, BadgeTone>> = { live: 'ok', ended: 'neutral', unknown: 'warning' }

export function RfqCardView({ card, intent, active, onOpen }: RfqCardViewProps) {
  useAmountsHidden()
  return (
    <article className={styles.card} data-state={card.state} data-active={active} aria-label={card.name}>
      <header className={styles.cardHead}>
        <Badge tone={tones[card.state]}>{card.state}</Badge>
        {card.traded && <Badge tone="accent">traded</Badge>}
        <button type="button" className={styles.cardName} onClick={() => onOpen(card.clientOrderId)}>
          {card.name}
        </button>
        <CardEnd card={card} />
      </header>
      <p className={styles.cardLine}>
        {card.side !== undefined && <Side side={card.side} />}
        <strong className="tabular">{formatSize(card.quantity)}</strong>{' '}
        {card.legs.length === 1 ? '' : eq(card.quantity, one) ? 'package' : 'packages'}
        {card.minimumQuantity !== undefined && <span className="muted">at least {formatSize(card.minimumQuantity)}</span>}
        {card.userTag !== undefined && card.userTag !== '' && <Badge title="Tag">{card.userTag}</Badge>}
        {card.placedMs === undefined ? (
          <span className="muted">not sent from this browser</span>
        ) : (
          <span className="muted">
            at <Time ms={card.placedMs} form="time" />
          </span>
        )}
      </p>
      <EffectiveLegs legs={card.legs} side={card.side ?? 'buy'} quantity={card.quantity} />
      {card.state === 'live' && <BestQuote card={card} />}
      <Tries tries={card.tries} legs={card.legs} onOpen={onOpen} />
      <CardActions card={card} intent={intent} />
    </article>
  )
}

function CardEnd({ card }: { readonly card: RfqCard }) {
  if (card.state !== 'live') return null
  const { life } = card
  if (life === undefined) {
    return (
      <span className="muted" title="The venue’s record carries no time, and this browser did not send it">
        no end known
      </span>
    )
  }
  const certain = life.endEarliestMs === life.endLatestMs
  const why = [
    card.endIsEstimate ? 'Its acceptance never came: reckoned with the time-out that the venue gave another RFQ.' : '',
    certain
      ? ''
      : `Its cycles run out between ${formatZoned(life.endEarliestMs, 'minutes')} and ${formatZoned(life.endLatestMs, 'minutes')} ${zoneWord()}; a refresh does not put that off.`,
  ]
  return (
    <span className={styles.cardEnd} title={why.join(' ').trim() || undefined}>
      {certain ? (card.endIsEstimate ? 'ends in about' : 'ends in') : 'ends within'}{' '}
      <Countdown endMs={life.endLatestMs} nowMs={serverNowMs} ended="past its end" />
    </span>
  )
}

interface TriesProps extends Pick<RfqCard, 'tries' | 'legs'> {
  readonly onOpen: RfqCardViewProps['onOpen']
}

function Tries({ tries, legs, onOpen }: TriesProps) {
  if (tries.length === 0) return null
  return (
    <ul className={styles.tries} aria-label="Levels tried">
      {tries.map(tried => (
        <li key={tried.clientOrderId}>
          <button type="button" className={styles.try} data-state={tried.state} onClick={() => onOpen(tried.clientOrderId)}>
            {tried.side !== undefined && <Side side={tried.side} />} {formatSize(tried.quantity)} at{' '}
            {tried.price === undefined ? 'market' : <PackagePrice price={tried.price} legs={legs} quantity={tried.quantity} />}{' '}
            <span className="muted">{tried.state}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function CardActions({ card, intent }: { readonly card: RfqCard; readonly intent: Intent | undefined }) {
  const capabilities = useCapabilities()
  const navigate = useNavigate()
  const ids = { clientOrderId: card.clientOrderId, orderId: card.orderId }
  const live = card.state === 'live'
  const open = (mode: 'rfq' | 'firm') => void navigate({ to: '/build', search: builderSearch({ ...card, mode, price: undefined }) })
  const again = () => {
    if (intent === undefined) return
    const { client_order_id: _, ...order } = intent.order
    // What the screen reckoned then (prices, worst case) is old now: only the name and the legs go along.
    desk.draft(order, { title: intent.context.title, legs: intent.context.legs })
  }
  return (
    <footer className={styles.cardActions}>
      {live && capabilities.refreshInterest !== 'absent' && (
        <Button size="sm" title="Keep it alive for another time-out" onClick={() => void refresh(ids, card.name)}>
          Refresh
        </Button>
      )}
      {live && capabilities.cancelOrder !== 'absent' && (
        <Button size="sm" onClick={() => void cancel(ids, card.name)}>
          Cancel
        </Button>
      )}
      {!live && card.state !== 'unknown' && intent !== undefined && (
        <Button size="sm" title="The same request under a new id, reviewed first" onClick={again}>
          Again
        </Button>
      )}
      {live && (
        <Button size="sm" variant="quiet" title="A firm order in the same legs, in the builder" onClick={() => open('firm')}>
          Firm up
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={() => open('rfq')}>
        Open in builder
      </Button>
    </footer>
  )
}
