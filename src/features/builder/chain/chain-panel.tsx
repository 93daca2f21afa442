/** Base, expiry and the chain beneath; everything in it can become a leg. */
import { type ReactNode, useMemo, useState } from 'react'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { parseInstrumentName, shortExpiry } from '../../../domain/instrument.ts'
import { useSize } from '../../../ui/charts/use-size.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import type { PanelState } from '../../../ui/panel/panel-state.ts'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { BaseSurface, ExpirySurface } from '../../../pricing/market/base-surface.ts'
import { type ChainColumn, fittingColumns, useWantedColumns } from './chain-columns.ts'
import { ChainGrid } from './chain-grid.tsx'
import { type CellInputs, type ChainCell, type ChainRow, chainRows, linearCells } from './chain-rows.ts'
import styles from './chain-panel.module.css'
import { ColumnChooser } from './column-chooser.tsx'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import { ExpiryTabs } from './expiry-tabs.tsx'
import { LinearList } from './linear-list.tsx'
import type { ChainListing } from './list-chain.ts'
import { forwardSource } from '../inputs/mark-text.ts'
import { ForwardField, LevelField, UnderlyingField } from '../inputs/model-fields.tsx'
import type { AddLeg } from './price-cell.tsx'
import typedStyles from '../inputs/typed.module.css'
import type { TypedHandle } from '../inputs/typed-store.ts'
import { TypedStrip } from '../inputs/typed-strip.tsx'

export type ChainSection = 'chain' | 'gallery'

const sections = [
  { value: 'chain', label: 'Chain' },
  { value: 'gallery', label: 'Gallery', hint: 'Structures by name (g)' },
] as const

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
  const marked = new Set(legs.flatMap(leg => expiryOf(leg.symbol, base)))
  const at = expiryMs === undefined ? undefined : surface.expiries.get(expiryMs)
  const { measured, columns, chooser } = useColumns()
  const title = expiryMs === undefined ? `${base} chain` : `${base} ${shortExpiry(expiryMs)}`
  return (
    <Panel label="Option chain" state={state}>
      <div ref={measured} className={styles.body}>
        <h2 className="visually-hidden">Option chain</h2>
        <div className={styles.head}>
          <Select
            label="Base asset"
            hideLabel
            size="sm"
            value={base}
            options={bases.map(value => ({ value, label: value }))}
            onChange={value => choose(value, undefined)}
          />
          <Reference surface={surface} typed={typed} />
          <div className={styles.tools}>
            {section === 'chain' ? <ChainTools jump={jump} chooser={chooser} /> : null}
            <Segmented label="Chain or gallery" hideLabel size="sm" value={section} options={sections} onChange={setSection} />
          </div>
        </div>
        {note === undefined ? null : (
          <Banner tone="warning" title="No prices:">
            {note}
          </Banner>
        )}
        <ExpiryFacts at={at} surface={surface} typed={typed} nowMs={nowMs} />
        <TypedStrip base={base} handle={typed} nowMs={nowMs} />
        <ExpiryTabs expiries={expiries} value={expiryMs} marked={marked} nowMs={nowMs} onChange={next => choose(base, next)} />
        {section === 'gallery' ? (
          gallery
        ) : (
          <>
            {strikes.length === 0 ? (
              <PanelStateView state={withoutOptions(base)} />
            ) : (
              <ChainGrid
                label={`Option chain ${title}`}
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
            <LinearList label={`Spot, perpetual and futures of ${base}`} cells={cells} add={add} />
          </>
        )}
      </div>
    </Panel>
  )
}

const withoutSizes = (wanted: ReadonlySet<ChainColumn>): ReadonlySet<ChainColumn> => new Set([...wanted].filter(each => each !== 'size'))

const withoutOptions = (base: string) => ({
  kind: 'empty' as const,
  title: `No options on ${base} are listed`,
  detail: 'Spot, perpetual and futures below can be combined.',
})

/** The columns there are in the element measured, and what chooses them. */
function useColumns() {
  const [measured, { width }] = useSize()
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

const ChainTools = ({ jump, chooser }: { readonly jump: () => void; readonly chooser: ReactNode }) => (
  <>
    <Button size="sm" variant="quiet" title="Show the money (a)" onClick={jump}>
      ATM
    </Button>
    {chooser}
  </>
)

/** Price of the underlying with its source, to be typed over. */
function Reference({ surface, typed }: { readonly surface: BaseSurface; readonly typed: TypedHandle }) {
  const { underlying } = surface
  return (
    <span className={styles.reference}>
      <UnderlyingField surface={surface} handle={typed} />{' '}
      <span className={underlying?.typed === undefined ? 'muted' : typedStyles.typed}>{underlying?.source ?? 'no price'}</span>
    </span>
  )
}

interface ExpiryFactsProps {
  readonly at: ExpirySurface | undefined
  readonly surface: BaseSurface
  readonly typed: TypedHandle
  readonly nowMs: number
}

/** Forward and volatility at the money, each with its source. */
function ExpiryFacts({ at, surface, typed, nowMs }: ExpiryFactsProps) {
  if (at === undefined) return null
  const { forward, shift, expiryMs } = at
  return (
    <div className={styles.facts}>
      <span>
        <span className="muted">forward</span> <ForwardField at={at} handle={typed} />{' '}
        <span className={forward?.source.kind === 'typed' ? typedStyles.typed : 'muted'}>{forwardSource(at, surface)}</span>
      </span>
      <span>
        <span className="muted">ATM IV</span> <LevelField at={at} handle={typed} />
        {shift === undefined ? null : (
          <span className={typedStyles.typed}> {formatNumber(shift.shift * 100, { places: 1, sign: 'always' })} typed</span>
        )}
      </span>
      <span className={styles.left} title={formatZoned(expiryMs)}>
        {formatDaysLeft(expiryMs - nowMs)} left
      </span>
    </div>
  )
}

function expiryOf(symbol: string, base: string): number[] {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name && name.base === base ? [name.expiryMs] : []
}
