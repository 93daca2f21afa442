/**
 * Price × volatility stress of the portfolio as a table of profit and loss, with the worst cell marked. Pressing a cell
 * applies it to payoff and expiries, and offers hedges.
 */
import { useMemo, useState } from 'react'
import type { Risk } from '../../../../core/account/account-model.ts'
import { useInstruments } from '../../../api/market/instruments.ts'
import { useMarket } from '../../../model/market/use-market.ts'
import { type CellHedge, cellHedges } from '../../../../core/pricing/hedge/cell-hedges.ts'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { type StressAxes, type StressTable, stressTable } from '../../../../core/pricing/portfolio/stress.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { ValueGrid } from '../../../ui/charts/value-grid.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { CellHedges } from './cell-hedges-view.tsx'
import { hedgeCandidates } from './hedge-candidates.ts'
import { LeftOut } from './left-out.tsx'
import { chooseRisk, horizons } from './risk-choices.ts'
import type { ChosenPoint, RiskViewProps } from './risk-view.ts'
import styles from './risk.module.css'
import { moveText, shiftText } from './shock-text.ts'
import { ShocksDrawer } from './shocks-drawer.tsx'
import { axesOf, type StressShocks, useStressShocks } from './stress-shocks.ts'

interface Cell {
  readonly row: number
  readonly column: number
}

interface Shock {
  readonly move: number
  readonly shift: number
}

const cellAt = (cellIndex: number, { shifts }: StressAxes): Cell => ({
  row: Math.floor(cellIndex / shifts.length),
  column: cellIndex % shifts.length,
})

function cellOf(shock: Shock | undefined, { moves, shifts }: StressAxes): Cell | undefined {
  const cell = shock === undefined ? undefined : { row: moves.indexOf(shock.move), column: shifts.indexOf(shock.shift) }
  return cell === undefined || cell.row < 0 || cell.column < 0 ? undefined : cell
}
const worstIn = (values: Float64Array, axes: StressAxes): Cell => {
  return cellAt(
    values.reduce((worst, value, index) => (value < (values[worst] ?? 0) ? index : worst), 0),
    axes,
  )
}
const cellIndexOf = ({ row, column }: Cell, { shifts }: StressAxes): number => row * shifts.length + column

function useStress({ risk, lines, whole, coins, choices }: RiskViewProps, shocks: StressShocks) {
  const { underlyings, book } = risk
  const shown = useMemo(
    () => coins.filter(each => choices.base === undefined || each.base === choices.base),
    [coins, choices.base],
  )
  const axes = useMemo(() => axesOf(shocks, book.atMs, shown), [shocks, book.atMs, shown])
  const table = useMemo(() => stressTable(lines, base => underlyings.get(base), axes), [lines, underlyings, axes])
  const under = useMemo(
    () => (whole === undefined ? undefined : stressTable(whole, base => underlyings.get(base), axes).values),
    [whole, underlyings, axes],
  )
  return { axes, table, under }
}

function useChosenCell(
  { lines, risk, setChosen }: RiskViewProps,
  axes: StressAxes,
  shocks: StressShocks,
  change: (part: Partial<StressShocks>) => void,
) {
  const [shock, setShock] = useState<Shock>()
  const held = useMemo(() => cellOf(shock, axes), [shock, axes])
  const setHeld = (at: Cell | undefined): void => {
    setShock(at === undefined ? undefined : shockAt(at, axes))
    if (at !== undefined) setChosen(pointOf(at, axes, lines, risk))
  }
  const changeShocks = (part: Partial<StressShocks>): void => {
    change(part)
    const next = axesOf({ ...shocks, ...part }, risk.book.atMs, [])
    const at = cellOf(shock, next)
    if (at !== undefined) setChosen(pointOf(at, next, lines, risk))
  }
  return { held, setHeld, changeShocks }
}

type HedgePreview = { readonly preview: string | undefined } | undefined
const startHedging: HedgePreview = { preview: undefined }

export function StressView(props: RiskViewProps) {
  useAmountsHidden()
  const { risk, lines, choices, lead } = props
  const [shocks, change] = useStressShocks()
  const { axes, table, under } = useStress(props, shocks)
  const [hedging, setHedging] = useState<HedgePreview>()
  const { held, setHeld, changeShocks } = useChosenCell(props, axes, shocks, change)
  const hedges = useHedges(hedging === undefined ? undefined : held, lines, table, axes, risk)
  const previewed = hedges?.find(each => each.line.symbol === hedging?.preview)
  const worst = table.worst === undefined ? undefined : cellAt(table.worst, axes)
  const choose = (at: Cell | undefined): void => {
    setHeld(at)
    setHedging(undefined)
  }
  const setDays = (days: string): void => changeShocks({ days: Number.parseInt(days, 10) })
  return (
    <div className={styles.view}>
      <div className={styles.controls}>
        {lead}
        <Segmented label="When" compact value={String(shocks.days)} options={horizons} onChange={setDays} />
        <ShocksDrawer shocks={shocks} change={changeShocks} bases={[...new Set(risk.lines.map(line => line.base))]} />
        {worst === undefined ? null : (
          <Worst value={leastOf(table)} shock={shockText(worst, axes, shocks, choices.base)} />
        )}
      </div>
      {worst === undefined ? (
        <PanelStateView
          state={{
            kind: 'empty',
            title: 'Nothing can be priced',
            detail: 'The venue has no price for these underlyings.',
          }}
        />
      ) : (
        <div className={styles.fill}>
          <ValueGrid
            label={`Profit and loss by price and volatility of ${choices.base ?? 'all bases'}, USD${previewed === undefined ? '' : ', after the hedge'}`}
            corner={choices.base === undefined ? 'All prices' : 'Price'}
            rows={rowTexts(axes, shocks, choices.base, risk)}
            columns={axes.shifts.map(shiftText)}
            values={previewed?.after ?? table.values}
            under={previewed === undefined ? under : table.values}
            here={{ row: axes.moves.indexOf(0), column: axes.shifts.indexOf(0) }}
            marked={{
              ...(previewed === undefined ? worst : worstIn(previewed.after, axes)),
              title: 'The worst of this table',
            }}
            chosen={held}
            onCell={(row, column) => choose({ row, column })}
          />
        </div>
      )}
      {held !== undefined && (
        <ChosenCell
          shock={shockText(held, axes, shocks, choices.base)}
          value={table.values[cellIndexOf(held, axes)] ?? 0}
          isHedging={hedges !== undefined}
          hedge={() => setHedging(hedges === undefined ? startHedging : undefined)}
          showPayoff={() => chooseRisk({ view: 'payoff' })}
          clear={() => choose(undefined)}
        />
      )}
      {hedges !== undefined && (
        <CellHedges
          hedges={hedges}
          worstNow={leastOf(table)}
          previewed={previewed?.line.symbol}
          preview={symbol => setHedging({ preview: symbol })}
        />
      )}
      <Notes table={table} shocks={shocks} base={choices.base} />
    </div>
  )
}

function Notes({
  table,
  shocks,
  base,
}: {
  readonly table: StressTable
  readonly shocks: StressShocks
  readonly base: string | undefined
}) {
  return (
    <>
      <LeftOut names={table.leftOut} why="no price or no volatility" />
      <p className={styles.fine}>
        {table.priced} of {table.of} legs, by Black-76 from the model’s value now. {assumption(shocks, base)}
      </p>
    </>
  )
}

function rowTexts(axes: StressAxes, shocks: StressShocks, base: string | undefined, { underlyings }: Risk): string[] {
  const price = base === undefined ? undefined : underlyings.get(base)?.price
  return axes.moves.map(move => rowText(ownMove(move, shocks, base), price))
}

const ownMove = (move: number, { betas }: StressShocks, base: string | undefined): number =>
  base === undefined ? move : Math.max(-1, move * (betas[base] ?? 1))

const rowText = (move: number, price: number | undefined): string =>
  price === undefined ? moveText(move) : `${priceText(price * (1 + move))} ${moveText(move)}`

const shockAt = ({ row, column }: Cell, { moves, shifts }: StressAxes): Shock => ({
  move: moves[row] ?? 0,
  shift: shifts[column] ?? 0,
})

function shockText(cell: Cell, axes: StressAxes, shocks: StressShocks, base: string | undefined): string {
  const { move, shift } = shockAt(cell, axes)
  return `${moveText(ownMove(move, shocks, base))}, ${shiftText(shift)}`
}

const leastOf = (table: StressTable): number => table.values[table.worst ?? 0] ?? 0

function assumption({ betas, termPower, skew, hasCoins }: StressShocks, base: string | undefined): string {
  const isWeighed = Object.values(betas).some(beta => beta !== 1)
  const price =
    base !== undefined
      ? 'The price moves'
      : isWeighed
        ? 'Each underlying moves by its beta'
        : 'All underlyings shift by the same %'
  const volatility =
    termPower === 0 && skew === 0 ? 'all IVs by the same points' : 'IVs by the points, weighted by term and strike'
  return `${price}, ${volatility}; coins held as cash are ${hasCoins ? '' : 'not '}in it.`
}

function pointOf(cell: Cell, axes: StressAxes, lines: readonly PortfolioLine[], { underlyings }: Risk): ChosenPoint {
  const { move, shift } = shockAt(cell, axes)
  const expiries = lines.flatMap(line => (line.kind === 'linear' || line.expiryMs === undefined ? [] : [line.expiryMs]))
  const span = Math.max(0, ...expiries) - axes.nowMs
  const prices = [...underlyings].map(([base, { price }]) => [
    base,
    price * Math.max(0, 1 + move * (axes.weights?.betas?.[base] ?? 1)),
  ])
  return {
    scenario: { timePart: span > 0 ? Math.min(1, axes.laterMs / span) : 0, volatilityShift: shift },
    prices: move === 0 ? {} : Object.fromEntries(prices),
  }
}

function useHedges(
  cell: Cell | undefined,
  lines: readonly PortfolioLine[],
  table: StressTable,
  axes: StressAxes,
  { underlyings, book }: Risk,
): readonly CellHedge[] | undefined {
  const { index } = useInstruments()
  const quotes = useMarket().quotes.data
  return useMemo(() => {
    if (cell === undefined || index === undefined || quotes === undefined) return undefined
    const cellIndex = cellIndexOf(cell, axes)
    const underlyingOf = (base: string) => underlyings.get(base)
    const lossOf = (base: string): number =>
      stressTable(
        lines.filter(line => line.base === base),
        underlyingOf,
        { ...axes, coins: axes.coins?.filter(each => each.base === base) },
      ).values[cellIndex] ?? 0
    const [base] = [...new Set(lines.map(line => line.base))].sort((a, b) => lossOf(a) - lossOf(b))
    const surface = base === undefined ? undefined : book.surfaceOf(base)
    if (surface === undefined) return []
    const { coins: _, ...plain } = axes
    return cellHedges(
      hedgeCandidates(surface, index, quotes, axes.nowMs + axes.laterMs),
      { index: cellIndex, values: table.values },
      plain,
      underlyingOf,
    )
  }, [cell, lines, table, axes, underlyings, book, index, quotes])
}

interface ChosenCellProps {
  readonly shock: string
  readonly value: number
  readonly isHedging: boolean
  readonly hedge: () => void
  readonly showPayoff: () => void
  readonly clear: () => void
}

function ChosenCell({ shock, value, isHedging, hedge, showPayoff, clear }: ChosenCellProps) {
  return (
    <div className={styles.chosenCell} data-testid="chosen-cell">
      <span>
        {shock}:{' '}
        <strong className={value < 0 ? 'loss' : 'gain'}>
          {formatAmountNumber(value, { places: 0, sign: 'always' })} USD
        </strong>
      </span>
      <Button size="sm" onClick={showPayoff}>
        Show in payoff
      </Button>
      <Button size="sm" disabled={value >= 0} aria-expanded={isHedging} onClick={hedge}>
        Hedge this cell
      </Button>
      <Button size="sm" variant="quiet" onClick={clear}>
        Clear
      </Button>
    </div>
  )
}

function Worst({ value, shock }: { readonly value: number; readonly shock: string }) {
  return (
    <p className={styles.worst} data-testid="stress-worst">
      Worst{' '}
      <strong className={value < 0 ? 'loss' : undefined}>
        {formatAmountNumber(value, { places: 0, sign: 'always' })} USD
      </strong>{' '}
      at {shock}
    </p>
  )
}
