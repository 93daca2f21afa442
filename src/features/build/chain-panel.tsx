/** Base, expiry and the chain beneath; everything in it can become a leg. */
import type { ReferencePrice } from '../../pricing/market/reference-price.ts'
import { type ReactNode, useState } from 'react'
import { parseInstrumentName, shortExpiry } from '../../domain/instrument.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Banner } from '../../ui/controls/banner.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { formatDecimal, formatNumber, formatPercent } from '../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../ui/format/format-time.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import type { Face } from '../../ui/panel/face.ts'
import { FaceView } from '../../ui/panel/face-view.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import type { BaseSurface, ExpirySurface } from '../../pricing/market/base-surface.ts'
import { ChainGrid } from './chain-grid.tsx'
import { type CellInputs, type ChainCell, type ChainRow, chainRows, linearCells } from './chain-rows.ts'
import styles from './chain-panel.module.css'
import type { DraftLeg } from './draft.ts'
import { ExpiryTabs } from './expiry-tabs.tsx'
import { LinearList } from './linear-list.tsx'
import type { AddLeg } from './price-cell.tsx'
import type { ChainListing } from './list-chain.ts'

export type ChainSection = 'chain' | 'gallery'

const sections = [
  { value: 'chain', label: 'Chain' },
  { value: 'gallery', label: 'Gallery', hint: 'Structures by name (g)' },
] as const

interface ChainPanelProps {
  readonly listing: ChainListing
  readonly inputs: CellInputs
  readonly legs: readonly DraftLeg[]
  readonly surface: BaseSurface
  readonly nowMs: number
  readonly face: Face
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
  const { listing, inputs, legs, surface, jumps, jump, nowMs, face, note, section, setSection, gallery, choose, add } = props
  const reference = surface.underlying
  const { bases, base, expiries, expiryMs, strikes, linear } = listing
  const rows = useKept((before: readonly ChainRow[]) => chainRows(strikes, inputs, before))
  const cells = useKept((before: readonly ChainCell[]) => linearCells(linear, inputs, before))
  const marked = new Set(legs.flatMap(leg => expiryOf(leg.symbol, base)))
  const title = expiryMs === undefined ? `${base} chain` : `${base} ${shortExpiry(expiryMs)}`
  return (
    <Panel label="Option chain" face={face}>
      <div className={styles.body}>
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
          {reference === undefined ? <span className="muted">no reference price</span> : priceWords(reference)}
          <div className={styles.left}>
            <Segmented label="Chain or gallery" hideLabel size="sm" value={section} options={sections} onChange={setSection} />
          </div>
        </div>
        {note === undefined ? null : (
          <Banner tone="warning" title="No prices:">
            {note}
          </Banner>
        )}
        <ExpiryFacts at={expiryMs === undefined ? undefined : surface.expiries.get(expiryMs)} nowMs={nowMs}>
          {section === 'chain' ? (
            <Button size="sm" variant="quiet" title="Show the money (a)" onClick={jump}>
              ATM
            </Button>
          ) : null}
        </ExpiryFacts>
        <ExpiryTabs expiries={expiries} value={expiryMs} marked={marked} nowMs={nowMs} onChange={next => choose(base, next)} />
        {section === 'gallery' ? (
          gallery
        ) : (
          <>
            {strikes.length === 0 ? (
              <FaceView face={withoutOptions(base)} />
            ) : (
              <ChainGrid
                label={`Option chain ${title}`}
                chainKey={`${base} ${expiryMs}`}
                rows={rows}
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

const withoutOptions = (base: string) => ({
  kind: 'empty' as const,
  title: `No options on ${base} are listed`,
  detail: 'Spot, perpetual and futures below can be combined.',
})

/** Rows made from those drawn before, so that what did not change keeps its reference. */
function useKept<Row>(next: (before: readonly Row[]) => readonly Row[]): readonly Row[] {
  const [before, keep] = useState<readonly Row[]>([])
  const rows = next(before)
  if (rows !== before) keep(rows)
  return rows
}

const priceWords = (reference: ReferencePrice) => (
  <span className={styles.reference} title={`Price of the underlying: ${reference.source}`}>
    {formatDecimal(reference.price, { places: 2 })} <span className="muted">{reference.source}</span>
  </span>
)

const forwardSources = {
  future: 'mid of the future that settles then',
  parity: 'put-call parity over the chain',
  underlying: 'the price of the underlying: no future and no two-sided pair',
} as const

/** Forward and volatility at the money, each with its source. */
interface ExpiryFactsProps {
  readonly at: ExpirySurface | undefined
  readonly nowMs: number
  readonly children: ReactNode
}

function ExpiryFacts({ at, nowMs, children }: ExpiryFactsProps) {
  if (at === undefined) return null
  const { forward, atmVolatility, expiryMs } = at
  return (
    <div className={styles.facts}>
      {forward === undefined ? null : (
        <span title={`Forward: ${forwardSources[forward.source.kind]}`}>
          <span className="muted">forward</span> {formatNumber(forward.price)} <span className="muted">{forward.source.kind}</span>
        </span>
      )}
      {atmVolatility === undefined ? null : (
        <span title="At the forward, from the surface through the quotes of all expiries">
          <span className="muted">ATM IV</span> {formatPercent(atmVolatility)}
        </span>
      )}
      <span className={styles.left} title={formatZoned(expiryMs)}>
        {formatDaysLeft(expiryMs - nowMs)} left
      </span>
      {children}
    </div>
  )
}

function expiryOf(symbol: string, base: string): number[] {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name && name.base === base ? [name.expiryMs] : []
}
