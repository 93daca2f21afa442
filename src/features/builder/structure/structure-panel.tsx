/** The structure: its name, legs, what the chosen side does with them, and what it costs. */
import { Copy, FlipHorizontal2, Redo2, Star, TextCursorInput, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { dec, type Decimal, mul } from '../../../domain/decimal.ts'
import { effectLabel, exactText } from '../../../domain/effect-label.ts'
import type { ListedChains } from '../../../domain/instrument-index.ts'
import { shortName } from '../../../domain/instrument.ts'
import { type Side, sideSign } from '../../../domain/order.ts'
import { compareForReading } from '../../../domain/package/package-leg.ts'
import { type PackagePremium, packagePremium } from '../../../pricing/hedge/hedge-ratio.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { EffectiveLegs } from '../../../ui/order/effective-legs.tsx'
import type { StructureLabel } from '../../../ui/order/structure-label.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { DraftSummary } from '../draft/draft-summary.ts'
import type { Draft, DraftState, Edit } from '../draft/draft.ts'
import type { SayDone } from '../draft/leg-commands.ts'
import { CheaperLegs } from './cheaper-legs.tsx'
import { GuardRails } from './guard-rails.tsx'
import { LegsTable } from './legs-table.tsx'
import { SolveFor } from './solve-for-dialog.tsx'
import { StructureHeading } from './structure-heading.tsx'
import styles from './structure-panel.module.css'
import type { Hedging } from './use-hedge.ts'
import type { KeyFlash } from './use-key-flash.ts'

interface StructurePanelProps {
  readonly text: StructureLabel
  readonly state: DraftState
  readonly summary: DraftSummary
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  /** The current leg. */
  readonly current: string | undefined
  readonly choose: (symbol: string) => void
  readonly currency: string
  readonly hedging: Hedging
  /** Opens the command line. */
  readonly openText: () => void
  readonly copyText: () => void
  /** Undefined while there is nothing to save it by. */
  readonly saveTemplate: (() => void) | undefined
  readonly flash: KeyFlash | undefined
  readonly say: SayDone
}

export function StructurePanel(props: StructurePanelProps) {
  const { text, state, summary, listed, edit, current, choose, currency, hedging, openText, copyText, saveTemplate, flash, say } = props
  const draft = state.present
  const legs = [...summary.legs].sort((a, b) => compareForReading(a.symbol, b.symbol))
  const button = (label: string, icon: ReactNode, edits: Edit, enabled: boolean) => (
    <IconButton size="sm" label={label} icon={icon} disabled={!enabled} onClick={() => edit(edits)} />
  )
  return (
    <Panel
      label="Structure"
      isOneRow
      title={<StructureHeading text={text} />}
      toolbar={
        <>
          <IconButton
            size="sm"
            label="Type a structure"
            title="Type a structure (t or /)"
            icon={<TextCursorInput size={14} />}
            onClick={openText}
          />
          <IconButton size="sm" label="Copy the draft as text" icon={<Copy size={14} />} disabled={legs.length === 0} onClick={copyText} />
          <IconButton
            size="sm"
            label="Save as a template"
            title="Save as a template: strikes by their deltas, expiries by their days"
            icon={<Star size={14} />}
            disabled={saveTemplate === undefined}
            onClick={() => saveTemplate?.()}
          />
          <SolveFor hedging={hedging} current={current} edit={edit} say={say} />
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
              listed={listed}
              edit={edit}
              current={current}
              choose={choose}
              flash={flash}
            />
          </div>
          {summary.errors.legs === undefined ? null : (
            <p className={styles.error} role="alert">
              {summary.errors.legs}
            </p>
          )}
          <Meaning draft={draft} summary={summary} legs={legs} cheaper={<CheaperLegs hedging={hedging} edit={edit} say={say} />}>
            <GuardRails summary={summary} currency={currency} hedging={hedging} edit={edit} />
          </Meaning>
        </>
      )}
    </Panel>
  )
}

function Empty() {
  return (
    <div className={styles.empty} data-testid="legs-table">
      <p>No legs yet.</p>
      <p className="muted">Click an ask in the chain to buy, a bid to sell, or press b or s on a focused price.</p>
    </div>
  )
}

/** What the chosen side executes, and its cost at hand: the price of the ticket, else the mids. */
interface MeaningProps {
  readonly draft: Draft
  readonly summary: DraftSummary
  readonly legs: DraftSummary['legs']
  readonly cheaper: ReactNode
  readonly children: ReactNode
}

function Meaning({ draft, summary, legs, cheaper, children }: MeaningProps) {
  const { price, net, quantity } = summary
  const hedged = packagePremium(legs)
  const whole = price === undefined ? net.mid : { price, source: 'your price' }
  const premium = price === undefined ? hedged?.net.mid?.price : hedged?.premiumOf(price)
  const ofOptions =
    premium === undefined ? undefined : { price: premium, source: price === undefined ? (hedged?.net.mid?.source ?? '') : 'of your price' }
  const shown = hedged === undefined ? whole : ofOptions
  return (
    <div className={styles.meaning}>
      <div>
        <div className={styles.cheaper}>
          <p className={styles.caption}>Your legs</p>
          {cheaper}
        </div>
        <EffectiveLegs legs={legs} side={draft.side} quantity={quantity} />
      </div>
      <div className={styles.net}>
        <span className="muted">{hedged === undefined ? 'Net' : 'Option premium'}</span>
        {shown === undefined ? (
          <span className="muted">no price: a leg has no quote</span>
        ) : (
          <EffectText
            side={draft.side}
            price={shown.price}
            quantity={quantity}
            source={shown.source}
            legs={hedged === undefined ? (summary.meant?.legs ?? legs) : []}
          />
        )}
      </div>
      {hedged === undefined ? null : <Hedge hedged={hedged} side={draft.side} quantity={quantity} price={whole?.price} />}
      {children}
    </div>
  )
}

interface HedgeProps {
  readonly hedged: PackagePremium
  readonly side: Side
  readonly quantity: Decimal | undefined
  /** Of the whole package, as the wire has it. */
  readonly price: Decimal | undefined
}

/** What the package trades of the underlying, at its reference price; it costs no premium. */
function Hedge({ hedged, side, quantity, price }: HedgeProps) {
  const sign = sideSign(side)
  return (
    <div className={styles.net}>
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
    </div>
  )
}
