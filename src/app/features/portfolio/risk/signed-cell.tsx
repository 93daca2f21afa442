/** A signed amount in a table with a small bar. */
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import styles from './risk.module.css'

interface SignedCellProps {
  readonly value: number | undefined
  readonly places: number
  readonly widest?: number | undefined
}

export function SignedCell({ value, places, widest }: SignedCellProps) {
  return (
    <td>
      {value === undefined ? dash : formatAmountNumber(value, { places, sign: 'always' })}
      {widest !== undefined && <Bar value={value ?? 0} widest={widest} />}
    </td>
  )
}

function Bar({ value, widest }: { readonly value: number; readonly widest: number }) {
  const share = widest === 0 ? 0 : (Math.abs(value) / widest) * 50
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect x={value < 0 ? 50 - share : 50} width={share} y={0} height={4} data-negative={value < 0} />
    </svg>
  )
}

export const widestOf = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
