/** The structure: name, legs with net, cheaper equivalents, and order checks. */
import { ChartLine, Copy, FlipHorizontal2, Redo2, Star, TextCursorInput, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { dec, mul } from '../../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../../core/domain/effect-label.ts'
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import { structureTip } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { compareForReading } from '../../../../core/domain/package/package-leg.ts'
import { priceSearch } from '../../../links/price-link.ts'
import { type PackagePremium, packagePremium } from '../../../../core/pricing/hedge/hedge-ratio.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import { OrderPhrase } from '../../../ui/order/order-phrase.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useNavigate } from '../../../ui/router/use-router.ts'
import type { DraftName } from '../derived/use-derived.ts'
import type { DraftSummary } from '../draft/draft-summary.ts'
import type { Draft, DraftState, Edit } from '../draft/draft.ts'
import type { SayDone } from '../draft/leg-commands.ts'
import { CheaperLegs } from './cheaper-legs.tsx'
import { GuardRails } from './guard-rails.tsx'
import { HedgeMenu } from './hedge-menu.tsx'
import { LegsTable } from './legs-table.tsx'
import { SolveFor } from './solve-for-dialog.tsx'
import styles from './structure-panel.module.css'
import type { Hedging } from './use-hedge.ts'
import type { KeyFlash } from './use-key-flash.ts'

function StructureHeading({ order, executed, title, isRoll }: DraftName) {
  return (
    <span className={styles.heading} title={structureTip(executed).join('; ')}>
      {isRoll || order.legs.length === 0 ? title : <OrderPhrase {...order} isTitled={false} />}
    </span>
  )
}

interface StructurePanelProps {
  readonly name: DraftName
  readonly state: DraftState
  readonly summary: DraftSummary
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly current: string | undefined
  readonly choose: (symbol: string) => void
  readonly hedging: Hedging
  readonly openText: () => void
  readonly copyText: () => void
  readonly saveTemplate: (() => void) | undefined
  readonly flash: KeyFlash | undefined
  readonly say: SayDone
}

export function StructurePanel(props: StructurePanelProps) {
  const { name, state, summary, listed, edit, current, choose, hedging, openText, copyText, saveTemplate, flash, say } = props
  const draft = state.present
  const hedged = packagePremium(summary.legs)
  const legs = [...summary.legs].sort((a, b) => compareForReading(a.symbol, b.symbol))
  const button = (label: string, icon: ReactNode, edits: Edit, enabled: boolean) => (
    <IconButton size="sm" label={label} icon={icon} disabled={!enabled} onClick={() => edit(edits)} />
  )
  return (
    <Panel
      label="Structure"
      isOneRow
      title={<StructureHeading {...name} />}
      toolbar={
        <>
          <TypeStructure openText={openText} />
          <IconButton size="sm" label="Copy the draft as text" icon={<Copy size={14} />} disabled={legs.length === 0} onClick={copyText} />
          <OverTime legs={draft.legs} />
          <IconButton
            size="sm"
            label="Save as a template"
            title="Save as a template: strikes by their deltas, expiries by their days"
            icon={<Star size={14} />}
            disabled={saveTemplate === undefined}
            onClick={() => saveTemplate?.()}
          />
          <SolveFor hedging={hedging} current={current} edit={edit} say={say} />
          <HedgeMenu hedging={hedging} quantity={summary.quantity} edit={edit} />
          {button('Undo', <Undo2 size={14} />, { kind: 'undo' }, state.past.length > 0)}
          {button('Redo', <Redo2 size={14} />, { kind: 'redo' }, state.future.length > 0)}
          {button('Invert all legs', <FlipHorizontal2 size={14} />, { kind: 'invert' }, legs.length > 0)}
          {button('Clear the draft', <Trash2 size={14} />, { kind: 'clearLegs' }, legs.length > 0)}
        </>
      }
    >
      {legs.length === 0 ? (
        <Empty />
      ) : (
        <>
          <div className={styles.legs}>
            <LegsTable
              legs={legs}
              side={draft.side}
              net={summary.net}
              quantity={summary.quantity}
              listed={listed}
              edit={edit}
              current={current}
              choose={choose}
              flash={flash}
            />
          </div>
          <LegsFault error={summary.errors.legs} />
          <div className={styles.more}>
            {hedged === undefined ? null : <Hedged hedged={hedged} draft={draft} summary={summary} />}
            <div className={styles.cheaper}>
              <CheaperLegs hedging={hedging} edit={edit} say={say} />
            </div>
            <GuardRails summary={summary} edit={edit} />
          </div>
        </>
      )}
    </Panel>
  )
}

const TypeStructure = ({ openText }: Pick<StructurePanelProps, 'openText'>) => (
  <IconButton
    size="sm"
    label="Type a structure"
    title="Type a structure (t or /)"
    icon={<TextCursorInput size={14} />}
    onClick={openText}
  />
)

function OverTime({ legs }: Pick<Draft, 'legs'>) {
  const navigate = useNavigate()
  return (
    <IconButton
      size="sm"
      label="Price over time"
      icon={<ChartLine size={14} />}
      disabled={legs.length === 0}
      onClick={() => navigate({ to: '.', search: old => ({ ...old, ...priceSearch(legs) }) })}
    />
  )
}

const LegsFault = ({ error }: { readonly error: string | undefined }) =>
  error === undefined ? null : (
    <p className={styles.error} role="alert">
      {error}
    </p>
  )

function Empty() {
  return (
    <div className={styles.empty} data-testid="legs-table">
      <p>No legs yet.</p>
      <p className="muted">Click an ask in the chain to buy, a bid to sell, or press b or s on a focused price.</p>
    </div>
  )
}

interface HedgedProps {
  readonly hedged: PackagePremium
  readonly draft: Draft
  readonly summary: DraftSummary
}

/** The package's underlying leg at its reference price; it has no premium. */
function Hedged({ hedged, draft: { side }, summary: { quantity, price: typed, net } }: HedgedProps) {
  const sign = sideSign(side)
  const price = typed ?? net.mid?.price
  return (
    <p className={styles.hedged}>
      <span className="muted">Hedge</span>
      {hedged.hedge.map(({ symbol, ratio, reference }) => (
        <span key={symbol} className="tabular">
          {ratio * sign > 0 ? 'Buy' : 'Sell'} {quantity === undefined ? '' : formatQuantity(mul(quantity, dec(Math.abs(ratio))))}{' '}
          {shortName(symbol)} {reference === undefined ? 'without a reference price' : `at reference ${exactText(reference)}`}
        </span>
      ))}
      {price === undefined ? null : (
        <span className="muted tabular" title="One package has one price on the wire: the premium with the hedge at its reference price">
          Package: {effectLabel(side, price).text}, hedge included
        </span>
      )}
    </p>
  )
}
