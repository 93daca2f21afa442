/** Concentration: shares of the gross by base, expiry, structure or instrument. */
import { useMemo } from 'react'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { counted } from '../../../../core/domain/words.ts'
import { concentration, type Share } from '../../../../core/pricing/portfolio/concentration.ts'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { LeftOut } from './left-out.tsx'
import { chooseRisk, groupings, measures, type RiskChoices } from './risk-choices.ts'
import type { RiskViewProps } from './risk-view.ts'
import styles from './risk.module.css'
import { SignedCell } from './signed-cell.tsx'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { useFilledOrders } from '../../../api/journal/journal-hooks.ts'
import { groupPositions, type HeldLeg } from '../../../../core/domain/grouping/group-positions.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import { useOwnGroups } from '../rows/own-groups.ts'
import { packageTrades } from '../rows/package-trades.ts'
import { arrangeLines, heldIn, type StructureLine } from './structure-lines.ts'

const noTrades: readonly PackageTrade[] = []

function useSameSizes(legs: readonly HeldLeg[]): readonly HeldLeg[] {
  const key = legs.map(leg => `${leg.id} ${leg.size}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that may matter of the legs.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => legs, [key])
}

function useStructureLines(rows: readonly PositionRow[], lines: readonly PortfolioLine[]): readonly StructureLine[] {
  const orders = useFilledOrders()
  const own = useOwnGroups().now
  const trades = useMemo(() => (orders === undefined ? noTrades : packageTrades(orders)), [orders])
  const held = useSameSizes(useMemo(() => heldIn(rows, lines), [rows, lines]))
  const structures = useMemo(() => groupPositions(held, trades, own), [held, trades, own])
  return useMemo(() => arrangeLines(structures, rows), [structures, rows])
}

const groupOf: Readonly<Record<Exclude<RiskChoices['grouping'], 'structure'>, (line: PortfolioLine) => string>> = {
  base: line => line.base,
  expiry: line => (line.expiryMs === undefined ? 'No expiry' : shortExpiry(line.expiryMs)),
  instrument: line => line.name,
}

const units: Readonly<Record<RiskChoices['measure'], string>> = { value: 'USD', delta: 'USD', vega: 'USD per point' }
const shownAtMost = 12

function shownShares(shares: readonly Share[]): Share[] {
  if (shares.length <= shownAtMost) return [...shares]
  const rest = shares.slice(shownAtMost - 1)
  const sum = (of: (share: Share) => number) => rest.reduce((all, share) => all + of(share), 0)
  const others = {
    name: counted(rest.length, 'other'),
    gross: sum(share => share.gross),
    net: sum(share => share.net),
    share: sum(share => share.share),
    lines: sum(share => share.lines),
  }
  return [...shares.slice(0, shownAtMost - 1), others]
}

export function ConcentrationView({ risk, lines, choices, lead }: RiskViewProps) {
  useAmountsHidden()
  const { underlyings } = risk
  const { grouping, measure } = choices
  const parts = useStructureLines(risk.rows, lines)
  const concentrated = useMemo(() => {
    const underlyingOf = (base: string) => underlyings.get(base)
    if (grouping !== 'structure') return concentration(lines, groupOf[grouping], measure, underlyingOf)
    const names = new Map(parts.map(part => [part.line, part.structure]))
    return concentration([...names.keys()], line => names.get(line) ?? line.name, measure, underlyingOf)
  }, [lines, parts, grouping, measure, underlyings])
  return (
    <div className={styles.view}>
      <div className={styles.controls}>
        {lead}
        <Segmented
          label="Of"
          compact
          value={measure}
          options={measures}
          onChange={measure => chooseRisk({ measure })}
        />
        <Segmented
          label="By"
          compact
          value={grouping}
          options={groupings}
          onChange={grouping => chooseRisk({ grouping })}
        />
      </div>
      {concentrated.shares.length === 0 ? (
        <PanelStateView
          state={{ kind: 'empty', title: 'Nothing to share out', detail: 'No position has this figure.' }}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard
        <section className={styles.fill} aria-label="Shares of the book" tabIndex={0}>
          <table className={styles.table} aria-label="Shares of the book">
            <Heads
              of={[
                groupings.find(option => option.value === grouping)?.label ?? '',
                'Share of gross',
                `Gross, ${units[measure]}`,
                'Net',
                'Legs',
              ]}
            />
            <tbody>
              {shownShares(concentrated.shares).map(share => (
                <tr key={share.name}>
                  <th scope="row">{share.name}</th>
                  <td>
                    {formatPercent(share.share)}
                    <meter className={styles.meter} aria-hidden="true" min={0} max={1} value={share.share} />
                  </td>
                  <td>{formatAmountNumber(share.gross, { places: measure === 'vega' ? 1 : 0 })}</td>
                  <SignedCell value={share.net} places={measure === 'vega' ? 1 : 0} />
                  <td className={styles.quiet}>{share.lines}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">All</th>
                <td>{formatPercent(concentrated.gross === 0 ? 0 : 1)}</td>
                <td>{formatAmountNumber(concentrated.gross, { places: measure === 'vega' ? 1 : 0 })}</td>
                <SignedCell
                  value={concentrated.shares.reduce((sum, share) => sum + share.net, 0)}
                  places={measure === 'vega' ? 1 : 0}
                />
                <td className={styles.quiet}>{concentrated.shares.reduce((sum, share) => sum + share.lines, 0)}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      <LeftOut names={concentrated.leftOut} why="no price or no volatility" />
      <p className={styles.fine}>
        Gross adds up the size of every leg’s {measure}, so that a long and a short do not hide one another. For futures
        and perpetuals, value means notional.
      </p>
    </div>
  )
}
