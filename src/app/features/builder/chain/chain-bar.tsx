/** Bar above the chain: base, underlying, tools, and data of the expiry. */
import type { ReactNode } from 'react'
import type { BaseSurface, ExpirySurface } from '../../../../core/pricing/market/base-surface.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { forwardSource } from '../inputs/mark-text.ts'
import { ForwardField, LevelField, UnderlyingField } from '../inputs/model-fields.tsx'
import typedStyles from '../inputs/typed.module.css'
import type { OverridesHandle } from '../inputs/override-store.ts'
import styles from './chain-panel.module.css'
import type { ChainListing } from './list-chain.ts'

export type ChainSection = 'chain' | 'linear' | 'gallery'

const chainSections = [
  { value: 'chain', label: 'Chain' },
  { value: 'linear', label: 'Futures', hint: 'Spot, perpetual and futures' },
  { value: 'gallery', label: 'Gallery', hint: 'Structures by name (g)' },
] as const

interface ChainBarProps {
  readonly listing: ChainListing
  readonly surface: BaseSurface
  readonly typed: OverridesHandle
  readonly jump: () => void
  readonly section: ChainSection
  readonly setSection: (section: ChainSection) => void
  readonly choose: (base: string, expiryMs: number | undefined) => void
  readonly chooser: ReactNode
}

export function ChainBar({ listing, surface, typed, jump, section, setSection, choose, chooser }: ChainBarProps) {
  const { bases, base } = listing
  const { underlying } = surface
  return (
    <div className={styles.head}>
      <Select
        label="Base asset"
        compact
        value={base}
        options={bases.map(value => ({ value, label: value }))}
        onChange={value => choose(value, undefined)}
      />
      <span className={styles.reference}>
        <UnderlyingField surface={surface} handle={typed} />{' '}
        {underlying?.source === 'index' && underlying.typed === undefined ? null : (
          <span className={underlying?.typed === undefined ? 'muted' : typedStyles.typed}>
            {underlying?.source ?? 'no price'}
          </span>
        )}
      </span>
      <div className={styles.tools}>
        {section === 'chain' ? (
          <>
            <Button size="sm" variant="quiet" title="Show the money (a)" onClick={jump}>
              ATM
            </Button>
            {chooser}
          </>
        ) : null}
        <Segmented label="What to add from" compact value={section} options={chainSections} onChange={setSection} />
      </div>
    </div>
  )
}

interface ExpiryFactsProps {
  readonly at: ExpirySurface
  readonly surface: BaseSurface
  readonly typed: OverridesHandle
}

export function ExpiryFacts({ at, surface, typed }: ExpiryFactsProps) {
  const { shift } = at
  return (
    <div className={styles.facts}>
      <span>
        <span className="muted">forward</span> <ForwardField at={at} handle={typed} />{' '}
        <span className={at.forward?.source.kind === 'typed' ? typedStyles.typed : 'muted'}>
          {forwardSource(at, surface)}
        </span>
      </span>
      <span>
        <span className="muted">ATM IV</span> <LevelField at={at} handle={typed} />
        {shift === undefined ? null : (
          <span className={typedStyles.typed}>
            {' '}
            {formatNumber(shift.shift * 100, { places: 1, sign: 'always' })} typed
          </span>
        )}
      </span>
    </div>
  )
}
