/** What keeps a draft sendable and sane: the sizes its legs admit, the nearest valid quantity and price, its bounds, and the hedge. */
import { useState } from 'react'
import { abs, canonical, dec, type Decimal, eq, isMultipleOf, max, mul } from '../../../domain/decimal.ts'
import { exactText } from '../../../domain/effect-label.ts'
import { shortName } from '../../../domain/instrument.ts'
import { nearestPrices, nearestQuantity, type PackageSize, packageSize } from '../../../domain/package/package-leg.ts'
import { structureBounds } from '../../../pricing/package-legs.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { formatAmount, formatAmountNumber } from '../../../ui/format/amounts.ts'
import { formatNumber, formatQuantity } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import type { DraftSummary } from '../draft/draft-summary.ts'
import type { Edit } from '../draft/draft.ts'
import styles from './structure-panel.module.css'
import { type HedgeOffer, type Hedging, useHedge } from './use-hedge.ts'

interface GuardRailsProps {
  readonly summary: DraftSummary
  readonly currency: string
  readonly hedging: Hedging
  readonly edit: (edit: Edit) => void
}

export function GuardRails({ summary, currency, hedging, edit }: GuardRailsProps) {
  const legs = summary.legs.flatMap(({ ratio, instrument }) => (instrument === undefined ? [] : [{ ratio, instrument }]))
  const size = legs.length < summary.legs.length ? undefined : packageSize(legs)
  const binding = size === undefined ? undefined : bindingLeg(summary.legs, size)
  const better = size === undefined || summary.quantity === undefined ? undefined : nearestQuantity(summary.quantity, size)
  const prices = offeredPrices(summary)
  const bounds = summary.legs.length > 1 ? structureBounds(summary.legs) : undefined
  return (
    <dl className={styles.rails} aria-label="Guard rails">
      <dt>Size</dt>
      <dd>
        {size === undefined ? (
          'No valid size for these legs'
        ) : (
          <>
            Min {formatQuantity(size.least)}, step {formatQuantity(size.step)}
            {binding === undefined ? null : <span className="muted">(set by {binding})</span>}
          </>
        )}
        {better === undefined ? null : (
          <Offer text={`Use ${formatQuantity(better)}`} take={() => edit({ kind: 'type', field: 'quantity', text: canonical(better) })} />
        )}
      </dd>
      {prices.length === 0 ? null : (
        <>
          <dt>Price</dt>
          <dd>
            Not on the tick
            {prices.map(price => (
              <Offer key={price} text={`Use ${exactText(abs(price))}`} take={() => edit({ kind: 'setPrice', price })} />
            ))}
          </dd>
        </>
      )}
      {bounds === undefined ? null : (
        <>
          <dt title="Least and most that it can be worth when its options expire; no price outside can be fair">At expiry</dt>
          <dd>
            Worth {boundsText(bounds)} {currency}
          </dd>
        </>
      )}
      <Hedge hedging={hedging} quantity={summary.quantity} edit={edit} />
    </dl>
  )
}

/** "−10,000.00 to 0.00", "0.00 or more". */
function boundsText({ least, most }: NonNullable<ReturnType<typeof structureBounds>>): string {
  if (least === 'unlimited')
    return most === 'unlimited' ? 'anything, no floor and no cap, in' : `${formatNumber(most)} or less, no floor, in`
  return most === 'unlimited' ? `${formatNumber(least)} or more, no cap, in` : `${formatNumber(least)} to ${formatNumber(most)}`
}

/** The leg for which packages must be as large as they must; undefined where all legs ask the same. */
function bindingLeg(legs: DraftSummary['legs'], size: PackageSize): string | undefined {
  const own = legs.flatMap(({ symbol, ratio, instrument }) => {
    const alone = instrument === undefined ? undefined : packageSize([{ ratio, instrument }])
    return alone === undefined ? [] : [{ symbol, least: alone.least }]
  })
  const asks = own.filter(leg => eq(leg.least, size.least))
  const [first] = asks
  return first === undefined || asks.length === own.length ? undefined : shortName(first.symbol)
}

interface HedgeProps {
  readonly hedging: Hedging
  readonly quantity: Decimal | undefined
  readonly edit: (edit: Edit) => void
}

function Hedge({ hedging, quantity, edit }: HedgeProps) {
  useAmountsHidden()
  const hedge = useHedge(hedging, edit)
  const add = hedge?.inPackage.find(each => each.isUsual)?.add
  useCommands([
    {
      id: 'build.hedge',
      name: 'Add the hedge: delta to zero',
      group: 'Build',
      keys: 'addHedge',
      enabled: add !== undefined,
      run: () => add?.(),
    },
  ])
  if (hedge === undefined) return null
  const { delta, typed, symbol, choices, choose, inPackage, beside } = hedge
  const name = shortName(symbol)
  return (
    <>
      <dt>Hedge</dt>
      <dd>
        <span className={styles.delta}>Δ {formatAmountNumber(delta, { places: 3, sign: 'always' })}</span> {typed ? '(overridden) ' : ''}
        hedge with
        <Select label="Hedge with" hideLabel size="sm" value={symbol} options={choices} onChange={choose} />
        {beside === undefined ? null : (
          <span className={styles.beside}>
            <Offer
              text={`${beside.side === 'buy' ? 'Buy' : 'Sell'} ${formatAmount(beside.quantity)} as a separate order`}
              take={beside.open}
            />
          </span>
        )}
      </dd>
      <InPackage ways={inPackage} name={name} quantity={quantity} />
    </>
  )
}

interface InPackageProps {
  readonly ways: HedgeOffer['inPackage']
  readonly name: string
  readonly quantity: Decimal | undefined
}

/** The hedge as a leg: size against the delta that is left. One line, however many ways there are while prices tick. */
function InPackage({ ways, name, quantity }: InPackageProps) {
  const [times, setTimes] = useState<number>()
  const way = ways.find(each => each.ratio.times === times) ?? ways.find(each => each.isUsual) ?? ways[0]
  const textOf = ({ ratio, quantity: size }: (typeof ways)[number]): string => {
    const whole = mul(size, dec(ratio.times))
    const rounded =
      quantity === undefined || eq(quantity, whole) ? '' : `: ${formatQuantity(canonical(whole))} in place of ${formatQuantity(quantity)}`
    const sized = quantity === undefined || eq(quantity, size) ? '' : `, size ${formatQuantity(size)}${rounded}`
    return `${ratio.times} : ${formatNumber(ratio.hedge, { places: 0, sign: 'always' })} ${name}, leaves Δ ${formatNumber(ratio.left, { places: 3, sign: 'always' })}${sized}`
  }
  return (
    <>
      <dt>As a leg</dt>
      <dd className={styles.ways}>
        {way === undefined ? (
          <span className="muted">Delta is near zero</span>
        ) : (
          <>
            <Select
              label="Ratio of the hedge"
              hideLabel
              size="sm"
              value={String(way.ratio.times)}
              options={ways.map(each => ({ value: String(each.ratio.times), label: textOf(each) }))}
              onChange={value => setTimes(Number.parseInt(value, 10))}
            />
            <Offer text="Add" label="Add the hedge" take={way.add} />
          </>
        )}
      </dd>
    </>
  )
}

function Offer({ text, label, take }: { readonly text: string; readonly label?: string; readonly take: () => void }) {
  return (
    <Button size="sm" variant="quiet" aria-label={label} onClick={take}>
      {text}
    </Button>
  )
}

/** Prices on the coarsest step of the legs, where the typed one is not. */
function offeredPrices({ price, legs }: DraftSummary): readonly Decimal[] {
  const steps = legs.flatMap(leg => (leg.instrument === undefined ? [] : [leg.instrument.price_step]))
  if (price === undefined || steps.length === 0) return []
  const step = steps.reduce(max)
  return isMultipleOf(price, step) ? [] : nearestPrices(price, step)
}
