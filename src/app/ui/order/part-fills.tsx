/**
 * Own fills of single legs of a package. A leg's price is not a net price: the chart marks only its time, and the list
 * shows leg and price.
 */
import type { ReactNode } from 'react'
import { doneVerbs } from '../../../core/domain/trade-story/trade-words.ts'
import { canonical, type Decimal, formatDecimal } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import type { TimeEvent } from '../charts/time-marks.tsx'
import { Heads } from '../controls/heads.tsx'
import { formatSize } from '../format/amounts.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { formatZoned } from '../format/zoned-time.ts'
import { heldPhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import styles from './price-history.module.css'

export interface ShownPart {
  readonly id: string
  readonly atMs: number
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
  readonly legs: readonly PackageLeg[]
}

const whatText = ({ side, quantity, legs }: ShownPart): string =>
  `${doneVerbs[side]} ${formatSize(quantity)} ${heldPhrase(legs).text}`
const priceOf = ({ price }: ShownPart): string => formatDecimal(canonical(price))

export const partEvent = (part: ShownPart): TimeEvent => ({
  id: `part ${part.id}`,
  atMs: part.atMs,
  tone: part.side === 'buy' ? 'accent' : 'danger',
  label: `${whatText(part)} at ${priceOf(part)}, ${part.legs.length === 1 ? 'one leg' : 'some of the legs'}`,
})

export function PartFills({ parts }: { readonly parts: readonly ShownPart[] }): ReactNode {
  useAmountsHidden()
  if (parts.length === 0) return null
  return (
    <>
      <table className={styles.parts} aria-label="Own fills of some legs">
        <Heads of={['At', 'Fill of some legs', 'Price of these']} />
        <tbody>
          {parts
            .toSorted((a, b) => a.atMs - b.atMs)
            .map(part => (
              <tr key={part.id}>
                <th scope="row">{formatZoned(part.atMs, 'dateTime')}</th>
                <td>{whatText(part)}</td>
                <td>{priceOf(part)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className={styles.says}>
        A fill of one leg is not a net price: it is marked at the foot of the chart, by its time only. Fills of other
        trades in these legs are among them.
      </p>
    </>
  )
}
