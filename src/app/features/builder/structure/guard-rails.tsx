/** Problems of a draft's size or price, with the nearest valid values; empty if none exist. */
import { abs, canonical, type Decimal, isMultipleOf, max } from '../../../../core/domain/decimal.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import { nearestPrices, nearestQuantity, packageSize } from '../../../../core/domain/package/package-leg.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import type { DraftSummary } from '../draft/draft-summary.ts'
import type { Edit } from '../draft/draft.ts'
import styles from './structure-panel.module.css'

interface GuardRailsProps {
  readonly summary: DraftSummary
  readonly edit: (edit: Edit) => void
}

export function GuardRails({ summary, edit }: GuardRailsProps) {
  const legs = summary.legs.flatMap(({ ratio, instrument }) =>
    instrument === undefined ? [] : [{ ratio, instrument }],
  )
  const isKnown = legs.length === summary.legs.length
  const size = isKnown ? packageSize(legs) : undefined
  const better =
    size === undefined || summary.quantity === undefined ? undefined : nearestQuantity(summary.quantity, size)
  const prices = offeredPrices(summary)
  return (
    <>
      {isKnown && size === undefined ? <p className={styles.error}>No valid size for these legs</p> : null}
      {better === undefined || size === undefined ? null : (
        <p className={styles.offer}>
          Size: min {formatQuantity(size.least)}, step {formatQuantity(size.step)}
          <Offer
            text={`Use ${formatQuantity(better)}`}
            take={() => edit({ kind: 'type', field: 'quantity', text: canonical(better) })}
          />
        </p>
      )}
      {prices.length === 0 ? null : (
        <p className={styles.offer}>
          Price not on the tick
          {prices.map(price => (
            <Offer key={price} text={`Use ${exactText(abs(price))}`} take={() => edit({ kind: 'setPrice', price })} />
          ))}
        </p>
      )}
    </>
  )
}

function Offer({ text, take }: { readonly text: string; readonly take: () => void }) {
  return (
    <Button size="sm" variant="quiet" onClick={take}>
      {text}
    </Button>
  )
}

function offeredPrices({ price, legs }: DraftSummary): readonly Decimal[] {
  const steps = legs.flatMap(leg => (leg.instrument === undefined ? [] : [leg.instrument.price_step]))
  if (price === undefined || steps.length === 0) return []
  const step = steps.reduce(max)
  return isMultipleOf(price, step) ? [] : nearestPrices(price, step)
}
