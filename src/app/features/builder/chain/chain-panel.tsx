/** Base, expiry and chain; everything in it can become a leg. */
import { type ReactNode, type RefCallback, useCallback, useEffect, useMemo, useState } from 'react'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { parseInstrumentName, shortExpiry } from '../../../../core/domain/instrument.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import type { PanelState } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { OverridesHandle } from '../inputs/override-store.ts'
import { OverrideStrip } from '../inputs/override-strip.tsx'
import { ChainBar, type ChainSection, ExpiryFacts } from './chain-bar.tsx'
import {
  type ChainColumn,
  chainColumns,
  fittingColumns,
  chainRoomPx,
  useWantedColumns,
  wantColumn,
} from './chain-columns.ts'
import { ChainGrid } from './chain-grid.tsx'
import styles from './chain-panel.module.css'
import { useChainRange } from './chain-range.ts'
import { type CellInputs, type ChainCell, type ChainRow, chainRows, linearCells } from './chain-rows.ts'
import { ExpiryTabs } from './expiry-tabs.tsx'
import { LinearList } from './linear-list.tsx'
import type { ChainListing } from './list-chain.ts'
import type { AddLeg } from './price-cell.tsx'
import { flushSync } from 'react-dom'
import { elementSize } from '../../../ui/charts/use-size.ts'
import { Columns3 } from 'lucide-react'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Popover } from '../../../ui/controls/popover.tsx'

const labels: Readonly<Record<ChainColumn, string>> = {
  iv: 'Implied volatility',
  size: 'Size at the best prices',
}

interface ColumnChooserProps {
  readonly wanted: ReadonlySet<ChainColumn>
  readonly shown: ReadonlySet<ChainColumn>
  readonly hasSizes: boolean
}

function ColumnChooser({ wanted, shown, hasSizes }: ColumnChooserProps) {
  return (
    <Popover label="Columns of the chain" icon={<Columns3 size={14} />}>
      <div className={styles.chooser}>
        {chainColumns.map(column => (
          <Checkbox
            key={column}
            label={labels[column]}
            checked={wanted.has(column)}
            disabled={column === 'size' && !hasSizes}
            hint={
              column === 'size' && !hasSizes
                ? 'This venue shows no order books.'
                : wanted.has(column) && !shown.has(column)
                  ? 'Not enough width: widen the chain or hide a column.'
                  : undefined
            }
            onChange={isWanted => wantColumn(column, isWanted)}
          />
        ))}
      </div>
    </Popover>
  )
}

/**
 * Width of an element in whole px. The first render uses `expectedPx`, since measuring would force a second layout;
 * with zero it is measured immediately.
 */
export function useExpectedWidth(expectedPx: number): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(expectedPx)
  const [isExpected] = useState(expectedPx !== 0)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      if (!isExpected) setWidth(elementSize(element).width)
      const observer = new ResizeObserver(entries => {
        const box = entries.at(-1)?.contentRect
        if (box !== undefined) flushSync(() => setWidth(Math.floor(box.width)))
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [isExpected],
  )
  return [ref, width]
}

interface ChainPanelProps {
  readonly listing: ChainListing
  readonly inputs: CellInputs
  readonly legs: readonly PackageLeg[]
  readonly surface: BaseSurface
  readonly typed: OverridesHandle
  readonly nowMs: number
  readonly state: PanelState
  readonly note: string | undefined
  readonly jumps: number
  readonly jump: () => void
  readonly section: ChainSection
  readonly setSection: (section: ChainSection) => void
  readonly gallery: ReactNode
  readonly choose: (base: string, expiryMs: number | undefined) => void
  readonly add: AddLeg
}

export function ChainPanel(props: ChainPanelProps) {
  const { listing, inputs, legs, surface, typed, jumps, nowMs, state, note, section, gallery, choose, add } = props
  const reference = surface.underlying
  const { base, expiries, expiryMs, strikes, linear } = listing
  const cells = useRetained((before: readonly ChainCell[]) => linearCells(linear, inputs, before))
  const marked = markedExpiries(legs, base)
  const isHidden = useAmountsHidden()
  const at = expiryMs === undefined ? undefined : surface.expiries.get(expiryMs)
  const { measured, columns, chooser } = useColumns()
  const { shown, more } = useChainRange(`${base} ${expiryMs}`, strikes, at, inputs)
  const rows = useRetained((before: readonly ChainRow[]) => chainRows(shown, inputs, before))
  return (
    <Panel label="Option chain" state={state}>
      <div ref={measured} className={styles.body}>
        <h2 className="visually-hidden">Option chain</h2>
        <ChainBar {...props} chooser={chooser} />
        {note === undefined ? null : <NoPrices why={note} />}
        {at === undefined ? null : <ExpiryFacts at={at} surface={surface} typed={typed} />}
        <OverrideStrip base={base} handle={typed} nowMs={nowMs} />
        <ExpiryTabs
          expiries={expiries}
          value={expiryMs}
          marked={marked}
          nowMs={nowMs}
          onChange={next => choose(base, next)}
        />
        {section === 'gallery' ? gallery : null}
        {section === 'linear' || (section === 'chain' && strikes.length === 0) ? (
          <LinearList label={`Spot, perpetual and futures of ${base}`} cells={cells} isHidden={isHidden} add={add} />
        ) : null}
        {section === 'chain' && strikes.length > 0 ? (
          <ChainGrid
            label={chainLabel(listing)}
            chainKey={`${base} ${expiryMs}`}
            rows={rows}
            columns={columns}
            marks={at?.marks}
            typed={typed}
            reference={reference}
            jumps={jumps}
            more={more}
            add={add}
          />
        ) : null}
      </div>
    </Panel>
  )
}

const chainLabel = ({ base, expiryMs }: ChainListing): string =>
  `Option chain ${expiryMs === undefined ? `${base} chain` : `${base} ${shortExpiry(expiryMs)}`}`

const markedExpiries = (legs: readonly PackageLeg[], base: string): ReadonlySet<number> =>
  new Set(
    legs.flatMap(({ symbol }) => {
      const name = parseInstrumentName(symbol)
      return name !== undefined && 'expiryMs' in name && name.base === base ? [name.expiryMs] : []
    }),
  )

const withoutSizes = (wanted: ReadonlySet<ChainColumn>): ReadonlySet<ChainColumn> =>
  new Set([...wanted].filter(each => each !== 'size'))

const NoPrices = ({ why }: { readonly why: string }) => (
  <Banner tone="warning" title="No prices:">
    {why}
  </Banner>
)

function useColumns() {
  const [measured, width] = useExpectedWidth(chainRoomPx.get())
  useEffect(() => chainRoomPx.set(width), [width])
  const wanted = useWantedColumns()
  const hasSizes = useCapabilities().orderBook !== 'absent'
  const columns = useMemo(
    () => fittingColumns(hasSizes ? wanted : withoutSizes(wanted), width),
    [wanted, hasSizes, width],
  )
  return { measured, columns, chooser: <ColumnChooser wanted={wanted} shown={columns} hasSizes={hasSizes} /> }
}

function useRetained<Row>(next: (before: readonly Row[]) => readonly Row[]): readonly Row[] {
  const [before, setBefore] = useState<readonly Row[]>([])
  const rows = next(before)
  if (rows !== before) setBefore(rows)
  return rows
}
