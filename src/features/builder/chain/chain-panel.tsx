/** Base, expiry and the chain beneath; everything in it can become a leg. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { useExpectedWidth } from '../../../ui/charts/use-expected-width.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import type { PanelState } from '../../../ui/panel/panel-state.ts'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { BaseSurface } from '../../../pricing/market/base-surface.ts'
import { type ChainColumn, fittingColumns, lastChainRoomPx, noteChainRoom, useWantedColumns } from './chain-columns.ts'
import { ChainFrame, type ChainSection, ChainTools, chainLabel, chainSections, linearLabel, markedExpiries } from './chain-frame.tsx'
import { ChainGrid } from './chain-grid.tsx'
import { type CellInputs, type ChainCell, type ChainRow, chainRows, linearCells } from './chain-rows.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import { ExpiryTabs } from './expiry-tabs.tsx'
import { LinearList } from './linear-list.tsx'
import type { ChainListing } from './list-chain.ts'
import { ForwardField, LevelField, UnderlyingField } from '../inputs/model-fields.tsx'
import type { AddLeg } from './price-cell.tsx'
import type { TypedHandle } from '../inputs/typed-store.ts'
import { TypedStrip } from '../inputs/typed-strip.tsx'

interface ChainPanelProps {
  readonly listing: ChainListing
  readonly inputs: CellInputs
  readonly legs: readonly PackageLeg[]
  readonly surface: BaseSurface
  readonly typed: TypedHandle
  readonly nowMs: number
  readonly state: PanelState
  /** Why there are no prices. */
  readonly note: string | undefined
  /** Grows each time the chain is asked to show the money. */
  readonly jumps: number
  readonly jump: () => void
  readonly section: ChainSection
  readonly setSection: (section: ChainSection) => void
  readonly gallery: ReactNode
  readonly choose: (base: string, expiryMs: number | undefined) => void
  readonly add: AddLeg
}

export function ChainPanel(props: ChainPanelProps) {
  const { listing, inputs, legs, surface, typed, jumps, jump, nowMs, state, note, section, setSection, gallery, choose, add } = props
  const reference = surface.underlying
  const { bases, base, expiries, expiryMs, strikes, linear } = listing
  const rows = useRetained((before: readonly ChainRow[]) => chainRows(strikes, inputs, before))
  const cells = useRetained((before: readonly ChainCell[]) => linearCells(linear, inputs, before))
  const marked = markedExpiries(legs, base)
  const isHidden = useAmountsHidden()
  const at = expiryMs === undefined ? undefined : surface.expiries.get(expiryMs)
  const { measured, columns, chooser } = useColumns()
  return (
    <Panel label="Option chain" state={state}>
      <ChainFrame
        measured={measured}
        select={
          <Select
            label="Base asset"
            hideLabel
            size="sm"
            value={base}
            options={bases.map(value => ({ value, label: value }))}
            onChange={value => choose(value, undefined)}
          />
        }
        surface={surface}
        at={at}
        nowMs={nowMs}
        underlying={<UnderlyingField surface={surface} handle={typed} />}
        forward={at === undefined ? null : <ForwardField at={at} handle={typed} />}
        level={at === undefined ? null : <LevelField at={at} handle={typed} />}
        tools={
          <>
            {section === 'chain' ? <ChainTools jump={jump} chooser={chooser} /> : null}
            <Segmented label="Chain or gallery" hideLabel size="sm" value={section} options={chainSections} onChange={setSection} />
          </>
        }
        note={note === undefined ? null : <NoPrices why={note} />}
        strip={<TypedStrip base={base} handle={typed} nowMs={nowMs} />}
        tabs={<ExpiryTabs expiries={expiries} value={expiryMs} marked={marked} nowMs={nowMs} onChange={next => choose(base, next)} />}
      >
        {section === 'gallery' ? (
          gallery
        ) : (
          <>
            {strikes.length === 0 ? (
              <PanelStateView state={withoutOptions(base)} />
            ) : (
              <ChainGrid
                label={chainLabel(listing)}
                chainKey={`${base} ${expiryMs}`}
                rows={rows}
                columns={columns}
                marks={at?.marks}
                typed={typed}
                reference={reference}
                jumps={jumps}
                add={add}
              />
            )}
            <LinearList label={linearLabel(base)} cells={cells} isHidden={isHidden} add={add} />
          </>
        )}
      </ChainFrame>
    </Panel>
  )
}

const withoutSizes = (wanted: ReadonlySet<ChainColumn>): ReadonlySet<ChainColumn> => new Set([...wanted].filter(each => each !== 'size'))

const withoutOptions = (base: string) => ({
  kind: 'empty' as const,
  title: `No options on ${base} are listed`,
  detail: 'Spot, perpetual and futures below can be combined.',
})

const NoPrices = ({ why }: { readonly why: string }) => (
  <Banner tone="warning" title="No prices:">
    {why}
  </Banner>
)

/** The columns there are in the element measured, and what chooses them. */
function useColumns() {
  const [measured, width] = useExpectedWidth(lastChainRoomPx())
  useEffect(() => noteChainRoom(width), [width])
  const wanted = useWantedColumns()
  const hasSizes = useCapabilities().orderBook !== 'absent'
  const columns = useMemo(() => fittingColumns(hasSizes ? wanted : withoutSizes(wanted), width), [wanted, hasSizes, width])
  return { measured, columns, chooser: <ColumnChooser wanted={wanted} shown={columns} hasSizes={hasSizes} /> }
}

/** Rows made from those drawn before, so that what did not change keeps its reference. */
function useRetained<Row>(next: (before: readonly Row[]) => readonly Row[]): readonly Row[] {
  const [before, keep] = useState<readonly Row[]>([])
  const rows = next(before)
  if (rows !== before) keep(rows)
  return rows
}
