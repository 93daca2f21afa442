/** An RFQ of the blotter, opened: its legs, the quotes of now and how they moved, a price of one's own, and what was tried. */
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { QuotesSeen } from '../../../domain/journal-order.ts'
import { structurePhrase } from '../../../domain/structures/structure-phrase.ts'
import { type RfqCard, type RfqTry, isAlive } from '../../../model/orders/rfq-cards.ts'
import { isTakeable, ownLevels, takeUpTo } from '../../../model/orders/take-quote.ts'
import { type Quoting, noQuotesText } from '../../../model/orders/use-quoting.ts'
import { CancelButton } from '../../../ui/arming/cancel-button.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import { Age, Side, Time } from '../../../ui/format/figures.tsx'
import { EffectiveLegs } from '../../../ui/order/effective-legs.tsx'
import { RfqQuotes } from '../../../ui/order/live-rfq.tsx'
import { type OrderOut, RfqOut } from '../../../ui/order/rfq-out.tsx'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { PackagePrice, packagePriceText } from '../../../ui/order/package-price.tsx'
import styles from './blotter.module.css'
import type { CardAction } from './card-actions.ts'
import { cancel } from '../open/order-commands.ts'
import { FirmUp } from './firm-up.tsx'
import type { RfqRowProps } from './rfq-row-props.ts'
import { tryText } from './try-text.ts'

interface RfqDetailsProps extends RfqRowProps {
  readonly quoting: Quoting
  readonly actions: readonly CardAction[]
}

export function RfqDetails({ card, intent, quotes, selected, onOpen, quoting, actions }: RfqDetailsProps) {
  const isLive = isAlive(card)
  return (
    <div className={styles.details}>
      <div className={styles.column}>
        <CardLine card={card} />
        {card.side !== undefined && <EffectiveLegs legs={card.legs} side={card.side} quantity={card.quantity} />}
        <OutOfRfq card={card} />
        <Tries tries={card.tries} legs={card.legs} onOpen={onOpen} />
      </div>
      {isLive && (
        <div className={styles.column}>
          <Quotes card={card} intent={intent} quoting={quoting} quotes={quotes} />
          <FirmUp card={card} best={quoting.best?.level.price} disabled={quoting.isOver} selected={selected} />
        </div>
      )}
      <div className={styles.column}>
        <Trail quotes={quotes} legs={card.legs} side={card.side} />
        <CardActions card={card} actions={actions} onOpen={onOpen} />
      </div>
    </div>
  )
}

const noBooks = 'This venue shows no quotes: firm up at your price, and what matches it trades.'

function Quotes({ card, intent, quoting, quotes }: Pick<RfqDetailsProps, 'card' | 'intent' | 'quoting' | 'quotes'>) {
  const { book, legsMid, isStale } = quoting
  const data = book?.data
  return (
    <RfqQuotes
      book={data}
      note={book === undefined ? noBooks : data === undefined ? noQuotesText(book) : undefined}
      legs={card.legs}
      side={card.side}
      wanted={card.count.left}
      legsMid={legsMid}
      isStale={isStale}
      disabled={!isTakeable(card, quoting)}
      own={ownLevels(card)}
      trail={quotes?.trail}
      onTake={(limit, size) => data !== undefined && takeUpTo({ card, intent }, data, limit, size)}
    />
  )
}

function CardActions({ card, actions, onOpen }: Pick<RfqDetailsProps, 'card' | 'actions' | 'onOpen'>) {
  return (
    <footer className={styles.actions}>
      {actions
        .filter(action => action.id !== 'take')
        .map(({ id, label, title, quiet, disabled, run }) => {
          const look = { size: 'sm', variant: quiet === true ? 'quiet' : 'secondary', title, disabled } as const
          return id === 'cancel' ? (
            <CancelButton key={id} {...look} what={card.id} onCancel={run}>
              {label}
            </CancelButton>
          ) : (
            <Button key={id} {...look} onClick={run}>
              {label}
            </Button>
          )
        })}
      <Button size="sm" variant="quiet" title="Its record, its states over time, its ids" onClick={() => onOpen(card.clientOrderId)}>
        Details
      </Button>
    </footer>
  )
}

function OutOfRfq({ card }: Pick<RfqDetailsProps, 'card'>) {
  const { cancelOrder } = useCapabilities()
  const onCancel = (one: OrderOut): void => void cancel(one, shownPhrase({ ...card, quantity: one.out.working }))
  return <RfqOut tries={card.tries} legs={card.legs} side={card.side} onCancel={cancelOrder === 'absent' ? undefined : onCancel} />
}

function CardLine({ card }: { readonly card: RfqCard }) {
  return (
    <p className={styles.about}>
      {card.minimumQuantity !== undefined && <span className="muted">at least {formatSize(card.minimumQuantity)}</span>}
      {card.traded && card.count.left !== '0' && <span className="muted">{formatSize(card.count.left)} left</span>}
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

interface TriesProps extends Pick<RfqCard, 'tries' | 'legs'> {
  readonly onOpen: RfqRowProps['onOpen']
}

function Tries({ tries, legs, onOpen }: TriesProps) {
  if (tries.length === 0) return null
  return (
    <ul className={styles.tries} aria-label="Levels tried">
      {tries.map(tried => (
        <li key={tried.clientOrderId}>
          <button type="button" className={styles.try} data-state={tried.state} onClick={() => onOpen(tried.clientOrderId)}>
            <TryTerms tried={tried} legs={legs} /> <span className="muted">{tryText(tried, legs)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** "Buy 2, pay 3,595": by its effective side. */
function TryTerms({ tried: { side, quantity, price }, legs }: { readonly tried: RfqTry; readonly legs: RfqCard['legs'] }) {
  const effective = structurePhrase(legs, side).side
  return (
    <>
      {effective !== undefined && <Side side={effective} />} {formatSize(quantity)}
      {price === undefined ? ' at market' : legs.length > 1 && side !== undefined ? ', ' : ' at '}
      {price !== undefined && <PackagePrice price={price} legs={legs} quantity={quantity} side={side} />}
    </>
  )
}

const trailShown = 6

/** How the best quote moved, the latest first. */
function Trail({ quotes, legs, side }: { readonly quotes: QuotesSeen | undefined } & Pick<RfqCard, 'legs' | 'side'>) {
  if (quotes === undefined) return <p className="muted">No quote seen by this browser.</p>
  const priced = { legs, quantity: quotes.best.quantity, side }
  return (
    <section aria-label="Best price over time">
      <h3 className={styles.trailTitle}>
        Best price over time{' '}
        <span className="muted">
          {quotes.trail.length} {quotes.trail.length === 1 ? 'price' : 'prices'}
        </span>
      </h3>
      <ol className={styles.trail}>
        {quotes.trail
          .slice(-trailShown)
          .toReversed()
          .map(each => (
            <li key={each.atMs}>
              <Time ms={each.atMs} form="time" /> <span className="tabular">{packagePriceText(each.price, priced)}</span>{' '}
              <span className="muted">
                <Age agoMs={() => serverNowMs() - each.atMs} /> ago
              </span>
            </li>
          ))}
      </ol>
    </section>
  )
}
