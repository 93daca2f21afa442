/** The life of a rolled trade as rows over its legs: what it was opened as, each roll, and what it had realised by then. */
import { shownStep } from '../../../account/position-rows.ts'
import { add, type Decimal, zero } from '../../../domain/decimal.ts'
import { parseInstrumentName } from '../../../domain/instrument.ts'
import { type PackagePrice, packagePriceOf } from '../../../domain/trades/trade-prices.ts'
import type { Trade } from '../../../domain/trades/trade.ts'
import { type PositionsRow, unknownGroup } from '../rows/positions-row.ts'
import { packageLabel, stepLabel, stepName } from './step-text.ts'

/** Without the base, which the group says: a cell has little room. */
function shortLabel(pack: PackagePrice): string {
  const base = parseInstrumentName(pack.legs[0]?.symbol ?? '')?.base
  const label = packageLabel(pack)
  return base !== undefined && label.startsWith(`${base} `) ? label.slice(base.length + 1) : label
}

/** The rows have no legs: nothing is held of them any more, so nothing is ticked, closed or picked with them. */
export function chainRows({ id, steps }: Pick<Trade, 'id' | 'steps'>): PositionsRow[] {
  let running: Decimal = zero
  return steps.map((step, at): PositionsRow => {
    running = add(running, step.realised)
    const [into, out] = [packagePriceOf(step.opened), packagePriceOf(step.closed)]
    const { figures, coverage } = unknownGroup([])
    const label = stepLabel(step, into)
    const pack = into ?? out
    return {
      id: `trade ${id} step ${at}`,
      kind: 'step',
      depth: 2,
      label: stepName(step),
      note: pack === undefined ? undefined : shortLabel(pack),
      tip: [label, out === undefined ? '' : `out at ${out.price}`, into === undefined ? '' : `in at ${into.price}`]
        .filter(Boolean)
        .join(', '),
      isOpen: undefined,
      legs: [],
      figures: { ...figures, size: pack?.quantity, entry: into?.price, shownStep: shownStep(undefined) },
      coverage,
      trade: { openedMs: step.atMs, realised: step.realised, pnl: running, ofMost: undefined },
    }
  })
}
