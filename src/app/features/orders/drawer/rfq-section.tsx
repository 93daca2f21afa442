/** An RFQ in the drawer: current price, own price, tries, actions. */
import type { ReactNode } from 'react'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { mayBeTaken } from '../../../../core/domain/trade-story/trade-count.ts'
import { phraseOf } from '../../../../core/domain/trade-story/trade-words.ts'
import { isAlive, type RfqCard } from '../../../model/orders/rfq-cards.ts'
import type { RfqTry } from '../../../model/orders/rfq-tries.ts'
import { isTakeable, ownLevels, takeUpTo } from '../../../model/orders/take-quote.ts'
import { usePriceWatch } from '../../../model/orders/use-price-watch.ts'
import type { QuoteState } from '../../../model/orders/use-quoting.ts'
import { takenOf } from '../../../model/orders/taken.ts'
import { CancelButton } from '../../../ui/arming/cancel-button.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { averagePriceShown, formatSize } from '../../../ui/format/amounts.ts'
import { Side } from '../../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { FilledLine } from '../../../ui/order/filled-line.tsx'
import { RfqQuotes } from '../../../ui/order/live-rfq.tsx'
import { MyPrice } from '../../../ui/order/my-price.tsx'
import { shownFill, shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { PackagePrice } from '../../../ui/order/package-price.tsx'
import type { OrderOut } from '../../../ui/order/rfq-out-text.ts'
import { RfqOut } from '../../../ui/order/rfq-out.tsx'
import { useCardActions } from '../board/card-actions.ts'
import { FirmUp } from '../board/firm-up.tsx'
import { useQuotesSeen } from '../board/use-quotes-seen.ts'
import { cancel } from '../open/order-commands.ts'
import { filledPriceText } from './timeline.ts'
import styles from '../orders.module.css'
import { noteOf, RfqLife, useCardQuoting } from '../board/rfq-cells.tsx'
import { sizes } from '../board/state-text.ts'

/**
 * Outcome of a firm order on an RFQ: "filled 4 of 10 at 118.5, remainder cancelled"; for a package "filled, receive
 * 3,380".
 */
type TryOutcome = Pick<RfqTry, 'state' | 'quantity' | 'fills' | 'isOpen' | 'side'>

export function tryText({ state, quantity, fills, isOpen, side }: TryOutcome, legs: RfqCard['legs']): string {
  const average = averagePriceShown(fills?.averagePrice)
  const at = filledPriceText(average, { legs, quantity: fills?.filled ?? quantity, side })
  switch (state) {
    case 'filled':
      return `filled${at}`
    case 'part filled':
      return `filled ${sizes(fills?.filled, quantity)}${at}, ${isOpen ? 'rest working' : 'remainder cancelled'}`
    case 'unknown':
      return 'outcome unknown, checking automatically'
    case 'accepted':
      return 'accepted, checking fills'
    case 'dismissed':
      return 'dismissed, outcome unknown'
    default:
      return state
  }
}

interface RfqSectionProps {
  readonly card: RfqCard
  readonly intent: Intent | undefined
  readonly onOpen: (clientOrderId: string) => void
}

export function RfqSection({ card, intent, onOpen }: RfqSectionProps) {
  useAmountsHidden()
  const quoting = useCardQuoting(card)
  const seen = useQuotesSeen([card]).get(card.clientOrderId)
  const data = quoting.book?.data
  const taken = takenOf(card)
  return (
    <section className={styles.section} aria-label="RFQ" data-state={card.state}>
      <div className={styles.about}>
        <RfqLife card={card} />
        {card.minimumQuantity !== undefined && (
          <span className="muted">at least {formatSize(card.minimumQuantity)}</span>
        )}
        {card.userTag !== undefined && card.userTag !== '' && <Badge title="Tag">{card.userTag}</Badge>}
        <Actions card={card} intent={intent} quoting={quoting} />
      </div>
      {!isAlive(card) && taken !== undefined && <output>{shownFill({ ...card, ...taken })}</output>}
      {isAlive(card) && (
        <RfqQuotes
          book={data}
          note={noteOf(card, quoting)}
          legs={card.legs}
          side={card.side}
          closes={card.closes}
          quantityLeft={card.count.left}
          validSizes={quoting.validSizes}
          legsMid={quoting.legsMid}
          isStale={quoting.isStale}
          disabled={!isTakeable(card, quoting)}
          own={ownLevels(card)}
          trail={seen?.trail}
          filled={<FilledLine {...card} average={taken?.average} />}
          onTake={(limit, size) => data !== undefined && takeUpTo({ card, intent }, data, limit, size)}
        />
      )}
      {isAlive(card) && data !== undefined && <RfqAtMyPrice card={card} quoting={quoting} />}
      <OutOfRfq card={card} />
      <Tries {...card} onOpen={onOpen} />
      {isAlive(card) && (
        <FirmUp
          card={card}
          best={quoting.best?.level.price}
          disabled={quoting.isOver || !mayBeTaken(card.fillsKnown)}
        />
      )}
    </section>
  )
}

function RfqAtMyPrice({ card, quoting }: { readonly card: RfqCard; readonly quoting: QuoteState }) {
  const watching = usePriceWatch(card, quoting)
  return watching && <MyPrice {...watching} />
}

const nothing = (): void => undefined

type ActionsProps = Omit<RfqSectionProps, 'onOpen'> & { readonly quoting: ReturnType<typeof useCardQuoting> }

function Actions({ card, intent, quoting }: ActionsProps): ReactNode {
  return (
    <span className={styles.choices}>
      {useCardActions(card, intent, quoting, nothing)
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
    </span>
  )
}

function OutOfRfq({ card }: Pick<RfqSectionProps, 'card'>) {
  const { cancelOrder } = useCapabilities()
  const onCancel = (one: OrderOut): void => void cancel(one, shownPhrase({ ...card, quantity: one.out.working }))
  return (
    <RfqOut
      tries={card.tries}
      legs={card.legs}
      side={card.side}
      onCancel={cancelOrder === 'absent' ? undefined : onCancel}
    />
  )
}

type TriesProps = Pick<RfqCard, 'tries' | 'legs' | 'closes'> & Pick<RfqSectionProps, 'onOpen'>

function Tries({ tries, legs, closes, onOpen }: TriesProps) {
  if (tries.length === 0) return null
  return (
    <ul className={styles.tries} aria-label="Levels tried">
      {tries.map(tried => (
        <li key={tried.clientOrderId}>
          <button
            type="button"
            className={styles.linkLike}
            data-state={tried.state}
            onClick={() => onOpen(tried.clientOrderId)}
          >
            <TryTerms tried={tried} legs={legs} closes={closes} /> <span className="muted">{tryText(tried, legs)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function TryTerms({
  tried: { side, quantity, price },
  legs,
  closes,
}: Pick<RfqCard, 'legs' | 'closes'> & { readonly tried: RfqTry }) {
  const effective = phraseOf({ legs, side, closes }).side
  return (
    <>
      {effective !== undefined && <Side side={effective} />} {formatSize(quantity)}
      {price === undefined ? ' at market' : legs.length > 1 && side !== undefined ? ', ' : ' at '}
      {price !== undefined && <PackagePrice price={price} legs={legs} quantity={quantity} side={side} />}
    </>
  )
}
