/** Cost of each group as a dot with its 95 % interval, all groups on one scale with a line at zero. */
import type { CSSProperties } from 'react'
import { type Estimate, fewRfqs, halfOf } from '../../../core/pricing/quality/estimate.ts'
import type { QualityGroup } from '../../../core/pricing/quality/quality-cuts.ts'
import type { Column } from '../../ui/grid/column.ts'
import { componentColumn } from '../../ui/grid/component-columns.tsx'
import styles from './quality-plot.module.css'

type Properties = CSSProperties & Record<`--${string}`, number>

const endsOf = (estimate: Estimate): readonly number[] => {
  const { value, low, high } = estimate
  if (halfOf(estimate) !== undefined && low !== undefined && high !== undefined) return [low, high]
  return value === undefined ? [] : [value]
}

/** Custom properties of an element around the plots. */
export function plotScale(groups: readonly QualityGroup[]): Properties {
  const all = [0, ...groups.flatMap(({ summary }) => endsOf(summary.cost))]
  const least = Math.min(...all)
  return { '--least': least, '--span': Math.max(...all) - least || 1 }
}

function Plot({ cost }: { readonly cost: Estimate }) {
  if (cost.value === undefined) return null
  const [low, high] = endsOf(cost)
  const place: Properties = { '--value': cost.value, '--low': low ?? cost.value, '--high': high ?? cost.value }
  return (
    <span className={styles.plot} style={place} data-few={cost.count < fewRfqs} aria-hidden="true">
      <span className={styles.interval} />
      <span className={styles.dot} />
    </span>
  )
}

export const costPlot: Column<QualityGroup> = componentColumn({
  id: 'plot',
  header: 'Cost, 95 %',
  title: 'Mean cost and its 95 % interval, from five orders on; the line is zero, to its right one paid more than fair',
  minWidth: 140,
  flex: 3,
  value: ({ summary }) => summary.cost,
  render: ({ summary }) => <Plot cost={summary.cost} />,
})
