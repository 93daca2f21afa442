/** Row menu of the positions: drafts from its legs, and alerts on its figures. */
import { joinedSymbol } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { packageOfPositions } from '../../../../core/domain/package/package-of-positions.ts'
import type { RowMenuItem } from '../../../ui/grid/data-grid-props.ts'
import type { AlertSubject } from '../../../links/alerts-link.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import type { GroupActions } from './group-actions.tsx'
import type { Drafts } from './ticked-actions.tsx'

function packageOf(legs: PositionsRow['legs']): readonly PackageLeg[] | undefined {
  const packed = packageOfPositions(
    legs.map(({ position, size }) => ({ symbol: position.symbol, size })),
    'hold',
  )
  return packed.ok ? packed.value.legs : undefined
}

function groupItems(row: PositionsRow, { ticked, join, split, name, undo }: GroupActions): readonly RowMenuItem[] {
  const legs = [...new Map([...ticked, ...row.legs].map(leg => [leg.id, leg])).values()]
  const isStructure = row.kind === 'structure'
  const canJoin = legs.length > (isStructure ? row.legs.length : 1)
  return [
    ...(canJoin ? [{ id: 'join', label: 'Join into one structure', run: () => join(legs) }] : []),
    ...(isStructure
      ? [
          { id: 'split', label: 'Split into legs', run: () => split(row.legs) },
          { id: 'name', label: 'Name…', run: () => name(row.legs) },
        ]
      : []),
    ...(undo === undefined ? [] : [{ id: 'undo-group', label: 'Undo the last join, split or name', run: undo }]),
  ]
}

export function positionsMenu(
  row: PositionsRow,
  drafts: Omit<Drafts, 'asked'>,
  watch: (what: AlertSubject) => void,
  isWhole = true,
  grouping?: GroupActions,
  overTime?: (legs: readonly PackageLeg[]) => void,
): readonly RowMenuItem[] {
  const { legs, kind, label } = row
  const [first] = legs
  if (first === undefined) return []
  const { base, symbol } = first.position
  // A base or expiry that may have unread positions cannot be closed or hedged as a whole.
  const isKnown = isWhole || kind === 'leg' || kind === 'structure'
  const canTrade = isKnown && legs.every(leg => leg.position.tradeable)
  const expires = legs.some(leg => leg.position.expiryMs !== undefined)
  const price =
    kind === 'leg'
      ? [{ id: 'watch-price', label: 'Alert me at a price…', run: () => watch({ kind: 'price', subject: symbol }) }]
      : []
  const held = kind === 'structure' || kind === 'leg' ? packageOf(legs) : undefined
  const subject = held !== undefined && (kind === 'structure' || expires) ? joinedSymbol(held) : undefined
  const structure: readonly RowMenuItem[] =
    subject === undefined
      ? []
      : [
          {
            id: 'watch-most',
            label: 'Alert at a part of the most profit…',
            run: () => watch({ kind: 'most', subject }),
          },
          { id: 'watch-loss', label: 'Alert at a loss of the credit…', run: () => watch({ kind: 'loss', subject }) },
          { id: 'watch-left', label: 'Alert on days left…', run: () => watch({ kind: 'left', subject }) },
        ]
  return [
    { id: 'close', label: 'Close…', enabled: canTrade, run: () => drafts.close(legs) },
    { id: 'roll', label: 'Roll…', enabled: expires && canTrade, run: () => drafts.roll(legs) },
    { id: 'hedge', label: 'Hedge the delta…', enabled: isKnown, run: () => drafts.hedge(legs, label) },
    { id: 'add', label: 'Add to builder', enabled: canTrade, run: () => drafts.add(legs) },
    ...(held === undefined || overTime === undefined
      ? []
      : [
          {
            id: 'over-time',
            label: 'Price over time',
            run: () => overTime(kind === 'leg' ? [{ symbol, ratio: 1 }] : held),
          },
        ]),
    ...price,
    ...structure,
    ...(grouping === undefined ? [] : groupItems(row, grouping)),
    { id: 'watch-upnl', label: `Alert on uPnL of ${base}…`, run: () => watch({ kind: 'upnl', subject: base }) },
    { id: 'watch-delta', label: `Alert on delta of ${base}…`, run: () => watch({ kind: 'delta', subject: base }) },
  ]
}

export const tradeItems = (id: string | undefined, show: (id: string) => void): readonly RowMenuItem[] =>
  id === undefined ? [] : [{ id: 'trade-line', label: 'P&L over time…', run: () => show(id) }]
