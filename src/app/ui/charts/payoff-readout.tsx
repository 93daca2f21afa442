import type { ReactNode, Ref } from 'react'
import { formatAmountNumber } from '../format/amounts.ts'
import { dash, formatPercent, signTone } from '../format/format-decimal.ts'
import styles from './charts.module.css'
import { type PayoffCurve, valueAt } from './payoff-geometry.ts'
import { writeText } from '../write-text.ts'
import { priceText } from './price-text.ts'

interface ReadoutInputs {
  readonly at: number
  readonly curves: readonly PayoffCurve[]
  readonly spot: number | undefined
  readonly currency: string
  readonly left: number
  readonly width: number
}

/** Readout as plain values. React renders them; a moving crosshair writes them into the DOM. */
interface Readout {
  /** Px from the left or right edge, whichever side has room. */
  readonly left: number | undefined
  readonly right: number | undefined
  readonly price: string
  readonly move: string | undefined
  readonly rows: readonly {
    readonly id: string
    readonly label: string
    readonly text: string
    readonly className: string
  }[]
}

export function readout({ at, curves, spot, currency, left, width }: ReadoutInputs): Readout {
  return {
    ...(left > width / 2 ? { left: undefined, right: width - left + 10 } : { left: left + 10, right: undefined }),
    price: priceText(at),
    move: spot === undefined || spot === 0 ? undefined : formatPercent(at / spot - 1, { sign: 'always' }),
    rows: curves.map(curve => {
      const value = valueAt(curve, at)
      const text = value === undefined ? dash : formatAmountNumber(value, { sign: 'always' })
      return { id: curve.id, label: curve.label, text: `${text} ${currency}`, className: signTone(value) ?? '' }
    }),
  }
}

export function PayoffReadout({
  readout: { left, right, price, move, rows },
  ref,
}: {
  readout: Readout
  ref: Ref<HTMLDivElement>
}): ReactNode {
  return (
    <div ref={ref} className={styles.readout} style={{ left, right }}>
      <div className={styles.readoutHead}>
        <span>{price}</span>
        {move !== undefined && <span className={styles.readoutMove}>{move}</span>}
      </div>
      {rows.map(row => (
        <div key={row.id} className={styles.readoutRow}>
          <span>{row.label}</span>
          <span className={row.className}>{row.text}</span>
        </div>
      ))}
    </div>
  )
}

export function writeReadout(box: HTMLElement, { left, right, price, move, rows }: Readout): void {
  box.style.left = left === undefined ? '' : `${left}px`
  box.style.right = right === undefined ? '' : `${right}px`
  const [head, ...drawn] = box.children
  writeText(head?.firstElementChild, price)
  if (move !== undefined) writeText(head?.lastElementChild, move)
  for (const [index, row] of rows.entries()) {
    const value = drawn[index]?.lastElementChild
    writeText(value, row.text)
    if (value !== null && value !== undefined && value.className !== row.className) value.className = row.className
  }
}
