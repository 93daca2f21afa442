/** What keeps a draft sendable and sane: the sizes its legs admit, the nearest valid quantity and price, its bounds, and the hedge. */
import { type Decimal, canonical, isMultipleOf, max } from '../../domain/decimal.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatNumber, formatQuantity } from '../../ui/format/format-decimal.ts'
import { exactText } from '../../ui/order/effect-words.ts'
import type { DraftSummary } from './draft-summary.ts'
import type { Edit } from './draft.ts'
import type { HedgeRatio } from './hedge-ratio.ts'
import { nearestPrices, nearestQuantity, packageSize } from './package-size.ts'
import { structureBounds } from './structure-bounds.ts'
import styles from './structure-panel.module.css'

export interface HedgeOffer {
  readonly ratio: HedgeRatio
  readonly name: string
  readonly add: () => void
}

interface GuardRailsProps {
  readonly summary: DraftSummary
  readonly currency: string
  readonly hedge: HedgeOffer | undefined
  readonly edit: (edit: Edit) => void
}

export function GuardRails({ summary, currency, hedge, edit }: GuardRailsProps) {
  const type = (field: 'quantity' | 'price', value: Decimal) => () => edit({ kind: 'type', field, text: canonical(value) })
  const legs = summary.legs.flatMap(({ ratio, instrument }) => (instrument === undefined ? [] : [{ ratio, instrument }]))
  const size = legs.length < summary.legs.length ? undefined : packageSize(legs)
  const better = size === undefined || summary.quantity === undefined ? undefined : nearestQuantity(summary.quantity, size)
  const prices = offeredPrices(summary)
  const bounds = summary.legs.length > 1 ? structureBounds(summary.legs) : undefined
  const bound = (value: number | 'unlimited'): string => (value === 'unlimited' ? 'no bound' : formatNumber(value))
  return (
    <dl className={styles.rails} aria-label="Guard rails">
      <dt>Size</dt>
      <dd>
        {size === undefined ? (
          'no quantity fits every leg'
        ) : (
          <>
            smallest package {formatQuantity(size.least)}, step {formatQuantity(size.step)}
          </>
        )}
        {better === undefined ? null : <Offer text={`Use ${formatQuantity(better)}`} take={type('quantity', better)} />}
      </dd>
      {prices.length === 0 ? null : (
        <>
          <dt>Price</dt>
          <dd>
            off the step
            {prices.map(price => (
              <Offer key={price} text={`Use ${exactText(price)}`} take={type('price', price)} />
            ))}
          </dd>
        </>
      )}
      {bounds === undefined ? null : (
        <>
          <dt title="Least and most that it can pay when its options expire; no price outside can be fair">Worth</dt>
          <dd>
            {bound(bounds.least)} to {bound(bounds.most)} {currency}, whatever happens
          </dd>
        </>
      )}
      {hedge === undefined ? null : (
        <>
          <dt>Hedge</dt>
          <dd>
            {hedge.ratio.times === 1 ? '' : `${hedge.ratio.times} × the legs, `}
            {formatNumber(hedge.ratio.hedge, { places: 0, sign: 'always' })} {hedge.name}
            <Offer text="Add" label="Add the hedge" take={hedge.add} />
          </dd>
        </>
      )}
    </dl>
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
