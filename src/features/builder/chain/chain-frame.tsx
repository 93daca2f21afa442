/** What stands around the chain: base, underlying, facts of the expiry, tabs. Its fields are given, so that it is also drawn before the program is there. */
import type { ReactNode, Ref } from 'react'
import { parseInstrumentName, shortExpiry } from '../../../domain/instrument.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import type { BaseSurface, ExpirySurface } from '../../../pricing/market/base-surface.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { forwardSource } from '../inputs/mark-text.ts'
import typedStyles from '../inputs/typed.module.css'
import styles from './chain-panel.module.css'
import type { ChainListing } from './list-chain.ts'

export type ChainSection = 'chain' | 'gallery'

export const chainSections = [
  { value: 'chain', label: 'Chain' },
  { value: 'gallery', label: 'Gallery', hint: 'Structures by name (g)' },
] as const

export const chainLabel = ({ base, expiryMs }: ChainListing): string =>
  `Option chain ${expiryMs === undefined ? `${base} chain` : `${base} ${shortExpiry(expiryMs)}`}`

export const linearLabel = (base: string): string => `Spot, perpetual and futures of ${base}`

/** Expiries of the base that the draft has legs in. */
export const markedExpiries = (legs: readonly PackageLeg[], base: string): ReadonlySet<number> =>
  new Set(
    legs.flatMap(({ symbol }) => {
      const name = parseInstrumentName(symbol)
      return name !== undefined && 'expiryMs' in name && name.base === base ? [name.expiryMs] : []
    }),
  )

interface ChainFrameProps {
  readonly measured?: Ref<HTMLDivElement>
  readonly surface: BaseSurface
  /** Of the expiry shown, if one is. */
  readonly at: ExpirySurface | undefined
  readonly nowMs: number
  readonly select: ReactNode
  readonly underlying: ReactNode
  readonly forward: ReactNode
  readonly level: ReactNode
  readonly tools: ReactNode
  readonly note: ReactNode
  readonly strip: ReactNode
  readonly tabs: ReactNode
  readonly children: ReactNode
}

export function ChainFrame({ measured, surface, at, nowMs, select, tools, note, strip, tabs, children, ...fields }: ChainFrameProps) {
  const { underlying } = surface
  return (
    <div ref={measured} className={styles.body}>
      <h2 className="visually-hidden">Option chain</h2>
      <div className={styles.head}>
        {select}
        <span className={styles.reference}>
          {fields.underlying}{' '}
          <span className={underlying?.typed === undefined ? 'muted' : typedStyles.typed}>{underlying?.source ?? 'no price'}</span>
        </span>
        <div className={styles.tools}>{tools}</div>
      </div>
      {note}
      {at === undefined ? null : <ExpiryFacts at={at} surface={surface} nowMs={nowMs} forward={fields.forward} level={fields.level} />}
      {strip}
      {tabs}
      {children}
    </div>
  )
}

export const ChainTools = ({ jump, chooser }: { readonly jump: () => void; readonly chooser: ReactNode }) => (
  <>
    <Button size="sm" variant="quiet" title="Show the money (a)" onClick={jump}>
      ATM
    </Button>
    {chooser}
  </>
)

interface ExpiryFactsProps extends Pick<ChainFrameProps, 'surface' | 'nowMs' | 'forward' | 'level'> {
  readonly at: ExpirySurface
}

/** Forward and volatility at the money, each with its source. */
function ExpiryFacts({ at, surface, nowMs, forward, level }: ExpiryFactsProps) {
  const { shift, expiryMs } = at
  return (
    <div className={styles.facts}>
      <span>
        <span className="muted">forward</span> {forward}{' '}
        <span className={at.forward?.source.kind === 'typed' ? typedStyles.typed : 'muted'}>{forwardSource(at, surface)}</span>
      </span>
      <span>
        <span className="muted">ATM IV</span> {level}
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
