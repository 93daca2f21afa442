/** One RFQ: what is asked for, how long it lives, what was tried on it. */
import { useState } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { Intent } from '../../../api/order-desk/intent.ts'
import { eq, one } from '../../../domain/decimal.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { FireButton } from '../../../ui/arming/fire-button.tsx'
import { Badge, type BadgeTone } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Countdown } from '../../../ui/controls/countdown.tsx'
import { Side, Time } from '../../../ui/format/figures.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { formatZoned, zoneWord } from '../../../ui/format/zoned-time.ts'
import { EffectiveLegs } from '../../../ui/order/effective-legs.tsx'
import { PackagePrice } from '../../../ui/order/package-price.tsx'
import { CancelOne } from '../open/cancel-one.tsx'
import { type CardAction, cardCommand, takeLevel, useCardActions } from './card-actions.ts'
import { FirmUp } from './firm-up.tsx'
import styles from '../orders.module.css'
import { QuoteLadder } from './quote-ladder.tsx'
import type { RfqCard, RfqState } from '../../../model/orders/rfq-cards.ts'
import { tryWords } from './try-words.ts'
import { useQuoting } from './use-quoting.ts'

interface RfqCardViewProps {
  readonly card: RfqCard
  /** Of an RFQ that this browser sent. */
  readonly intent: Intent | undefined
  /** Shown in the drawer. */
  readonly active: boolean
  /** What the keys act on. */
  readonly selected: boolean
  readonly bookIntervalMs: number
  readonly onOpen: (clientOrderId: string) => void
}

const tones: Readonly<Record<RfqState, BadgeTone>> = { live: 'ok', ended: 'neutral', unknown: 'warning' }

export function RfqCardView({ card, intent, active, selected, bookIntervalMs, onOpen }: RfqCardViewProps) {
  useAmountsHidden()
  const quoting = useQuoting(card, bookIntervalMs)
  const [isAsked, ask] = useState(false)
  const actions = useCardActions(card, intent, quoting, () => ask(true))
  useCommands(selected ? actions.map(action => cardCommand(card.id, action)) : [])
  const toCancel = actions.find(action => action.id === 'cancel')
  const live = card.state === 'live' && !card.isDone
  return (
    <article
      className={styles.card}
      data-state={card.state}
      data-active={active}
      data-selected={selected}
      data-rfq={card.id}
      aria-label={card.name}
    >
      <header className={styles.cardHead}>
        <Badge tone={card.isDone ? 'accent' : tones[card.state]}>{card.isDone ? 'filled' : card.state}</Badge>
        {card.traded && !card.isDone && <Badge tone="accent">traded</Badge>}
        <button type="button" className={styles.cardName} data-card={card.id} onClick={() => onOpen(card.clientOrderId)}>
          {card.name}
        </button>
        <CardEnd card={card} />
      </header>
      <CardLine card={card} />
      <EffectiveLegs legs={card.legs} side={card.side ?? 'buy'} quantity={card.quantity} />
      {live &&
        (quoting.book === undefined ? (
          <p className={styles.noQuotes}>This venue shows no quotes: firm up at your price, and what matches it trades.</p>
        ) : (
          <QuoteLadder
            card={card}
            book={quoting.book}
            best={quoting.best}
            legsMid={quoting.legsMid}
            isOver={quoting.isOver}
            onTake={level => takeLevel(card, intent, level)}
          />
        ))}
      {live && <FirmUp card={card} intent={intent} disabled={quoting.isOver} selected={selected} />}
      <Tries tries={card.tries} legs={card.legs} onOpen={onOpen} />
      <CardActions card={card} actions={actions} />
      {isAsked && toCancel !== undefined && <CancelOne what="RFQ" name={card.name} onCancel={toCancel.run} onClose={() => ask(false)} />}
    </article>
  )
}

function CardActions({ card, actions }: { readonly card: RfqCard; readonly actions: readonly CardAction[] }) {
  return (
    <footer className={styles.cardActions}>
      {actions
        .filter(action => action.id !== 'take')
        .map(({ id, label, title, quiet, disabled, run }) => {
          const look = { size: 'sm', variant: quiet === true ? 'quiet' : 'secondary', title, disabled } as const
          return id === 'cancel' ? (
            <FireButton key={id} {...look} question={card.id} gesture="hold" onFire={run}>
              {label}
            </FireButton>
          ) : (
            <Button key={id} {...look} onClick={run}>
              {label}
            </Button>
          )
        })}
    </footer>
  )
}

function CardLine({ card }: { readonly card: RfqCard }) {
  return (
    <p className={styles.cardLine}>
      {card.side !== undefined && <Side side={card.side} />}
      <strong className="tabular">{formatSize(card.quantity)}</strong>{' '}
      {card.legs.length === 1 ? '' : eq(card.quantity, one) ? 'package' : 'packages'}
      {card.minimumQuantity !== undefined && <span className="muted">at least {formatSize(card.minimumQuantity)}</span>}
      {card.traded && card.remaining !== '0' && <span className="muted">{formatSize(card.remaining)} left</span>}
      {card.userTag !== undefined && card.userTag !== '' && <Badge title="Tag">{card.userTag}</Badge>}
      {card.placedMs === undefined ? (
        <span className="muted">sent elsewhere</span>
      ) : (
        <span className="muted">
          at <Time ms={card.placedMs} form="time" />
        </span>
      )}
    </p>
  )
}

function CardEnd({ card }: { readonly card: RfqCard }) {
  if (card.state !== 'live' || card.isDone) return null
  const { life } = card
  if (life === undefined) {
    return (
      <span className="muted" title="The venue’s record carries no time, and this browser did not send it">
        expiry unknown
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
            <span className="muted">{tryWords(tried)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
