/** A firm order at an own price on the legs of an RFQ, with the usual entry, checks and review. */
import { titleOf } from '../../../../core/domain/trade-story/trade-words.ts'
import { useCallback, useMemo, useReducer, useRef } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { desk } from '../../../api/order-desk/desk.ts'
import { serverNowMs, useServerClock } from '../../../api/venue/clock.ts'
import { abs, canonical, type Decimal, gt, gte, isZero } from '../../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../../core/domain/effect-label.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import {
  editEntry,
  emptyEntry,
  type EntryField,
  type OrderEntry,
  summariseEntry,
} from '../../../../core/domain/package/order-entry.ts'
import type { Side } from '../../../../core/domain/order.ts'
import { betterBy } from '../../../../core/domain/own-quotes.ts'
import { largestTakeOf } from '../../../../core/domain/trade-story/trade-count.ts'
import { useEntryMarket } from '../../../model/account/use-entry-market.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { OrderForm } from '../../../ui/order/entry/order-form.tsx'
import { rfqHasFocus } from '../../../ui/order/rfq-focus.ts'

const settled: ReadonlySet<EntryField> = new Set(['side', 'mode', 'type', 'minimumQuantity', 'userTag'])

interface FirmUpProps {
  readonly card: RfqCard
  readonly best: Decimal | undefined
  readonly disabled: boolean
}

function useFirmUpKey({ card, disabled }: FirmUpProps, run: () => void): void {
  useCommands([
    {
      id: 'orders.rfq.firm',
      name: 'Firm up at your price',
      group: 'Selected RFQ',
      keys: 'rfq.price',
      keyWhen: () => rfqHasFocus(card.id),
      enabled: !disabled,
      run,
    },
  ])
}

export function FirmUp(props: FirmUpProps) {
  const { index } = useInstruments()
  // An unknown side gets no price.
  return props.card.side === undefined || index === undefined ? null : (
    <FirmUpForm {...props} side={props.card.side} index={index} />
  )
}

/** Orders the whole remaining size, immediate or cancel unless it may rest. */
const opening = (card: RfqCard, side: Side): OrderEntry => ({
  ...emptyEntry,
  legs: card.legs,
  side,
  mode: 'firm',
  tif: 'IOC',
  cycles: '2',
  quantity: canonical(largestTakeOf(card.count)),
  userTag: card.userTag ?? '',
})

function FirmUpForm({ side, index, ...props }: FirmUpProps & { readonly side: Side; readonly index: InstrumentIndex }) {
  const { card, best, disabled } = props
  const priceRef = useRef<HTMLInputElement>(null)
  const fold = useRef<HTMLDetailsElement>(null)
  useFirmUpKey(props, () => {
    if (fold.current !== null) fold.current.open = true
    priceRef.current?.focus()
  })
  const { nowMs } = useServerClock()
  const [typed, dispatch] = useReducer(editEntry<OrderEntry>, opening(card, side))
  const inputs = useCallback(() => ({ lookup: index, nowMs: serverNowMs() }), [index])
  const read = (entry: OrderEntry) => summariseEntry(entry, { lookup: index, nowMs: nowMs() })
  const size = read(typed).quantity
  const isAboveMinimum = card.minimumQuantity !== undefined && size !== undefined && gte(size, card.minimumQuantity)
  const entry = { ...typed, minimumQuantity: isAboveMinimum ? (card.minimumQuantity ?? '') : '' }
  const summary = read(entry)
  const instruments = useMemo(() => card.legs.map(leg => index.bySymbol(leg.symbol)), [card.legs, index])
  const market = useEntryMarket({ entry, summary, instruments, isReducing: false })
  const cap = largestTakeOf(card.count)
  const refusals = useMemo(
    () =>
      size !== undefined && gt(size, cap) ? { quantity: `Only ${exactText(cap)} of this RFQ is left.` } : undefined,
    [size, cap],
  )
  const review = (isOverridden: boolean): void => {
    const { order, wire } = summary
    if (order === undefined || wire === undefined) return
    desk.draft(order, {
      title: titleOf(card),
      legs: wire.legs,
      rfq: card.clientOrderId,
      overridden: isOverridden ? order.price : undefined,
    })
  }
  const unreached = unreachedText(side, summary.price, best, entry.tif)
  return (
    <details ref={fold}>
      <summary>Firm up at your price</summary>
      {isZero(cap) ? (
        <p className="muted">No size of this RFQ is left.</p>
      ) : (
        <OrderForm
          {...{
            entry,
            edit: dispatch,
            inputs,
            summary,
            market,
            instruments,
            review,
            settled,
            refusals,
            disabled,
            priceRef,
          }}
          only={instruments.length === 1 ? instruments[0] : undefined}
          nowMs={nowMs()}
          tone={card.phrase.side}
          label={`Firm up ${card.phrase.text}`}
          submitText="Firm up"
          warnings={unreached === undefined ? undefined : [unreached]}
        />
      )}
    </details>
  )
}

export function unreachedText(
  side: Side,
  price: Decimal | undefined,
  best: Decimal | undefined,
  tif: OrderEntry['tif'],
): string | undefined {
  if (price === undefined || best === undefined || gte(betterBy(side, best, price), '0' as Decimal)) return undefined
  const quoted = effectLabel(side, best).text
  const away = exactText(canonical(abs(betterBy(side, best, price))))
  return tif === 'IOC'
    ? `It cannot fill now: the best quote is ${quoted}, ${away} away, and IOC does not wait.`
    : `It does not fill now: the best quote is ${quoted}, ${away} away. It waits.`
}
