/** The structure: name, legs with net, cheaper equivalents, and order checks. */
import { ChevronDown, Ellipsis, Undo2 } from 'lucide-react'
import { dec, mul } from '../../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../../core/domain/effect-label.ts'
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import { structureTip } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { compareForReading } from '../../../../core/domain/package/package-leg.ts'
import { priceSearch } from '../../../links/overlay-links.ts'
import { type PackagePremium, packagePremium } from '../../../../core/pricing/hedge/hedge-ratio.ts'
import { keyTable } from '../../../ui/commands/key-table.ts'
import { useRunCommand } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { Popover } from '../../../ui/controls/popover.tsx'
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
import { type HedgeInputs, useHedge } from './use-hedge.ts'
import type { KeyFlash } from './use-key-flash.ts'

function StructureHeading({ order, executed, title }: DraftName) {
  return (
    <span className={styles.heading} title={structureTip(executed).join('; ')}>
      {order.legs.length === 0 ? title : <OrderPhrase {...order} isTitled={false} />}
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
  readonly hedging: HedgeInputs
  readonly openText: () => void
  readonly copyText: () => void
  readonly saveTemplate: (() => void) | undefined
  readonly flash: KeyFlash | undefined
  readonly say: SayDone
}

export function StructurePanel(props: StructurePanelProps) {
  const { name, state, summary, listed, edit, current, choose, hedging, flash, say } = props
  const draft = state.present
  const hedge = useHedge(hedging, edit)
  const hedged = packagePremium(summary.legs)
  const legs = [...summary.legs].sort((a, b) => compareForReading(a.symbol, b.symbol))
  return (
    <Panel
      label="Structure"
      isOneRow
      title={<StructureHeading {...name} />}
      toolbar={
        <>
          <FindMenu hasLegs={legs.length > 0} canHedge={hedge !== undefined} />
          <IconButton
            size="sm"
            label="Undo"
            icon={<Undo2 size={14} />}
            disabled={state.past.length === 0}
            onClick={() => edit({ kind: 'undo' })}
          />
          <MoreMenu {...props} />
        </>
      }
    >
      <SolveFor hedging={hedging} current={current} edit={edit} say={say} />
      <HedgeMenu hedge={hedge} quantity={summary.quantity} />
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

const finders = [
  { command: 'build.draw', label: 'Draw the payoff', needs: undefined },
  { command: 'build.view', label: 'From a view…', needs: undefined },
  { command: 'build.solve', label: 'Solve for…', needs: 'hasLegs' },
  { command: 'build.cheaper', label: 'Cheaper legs', needs: 'hasLegs' },
  { command: 'order.size', label: 'Size from risk…', needs: 'hasLegs' },
  { command: 'build.hedgeWith', label: 'Hedge…', needs: 'canHedge' },
] as const

interface FindMenuProps {
  readonly hasLegs: boolean
  readonly canHedge: boolean
}

function FindMenu(can: FindMenuProps) {
  const run = useRunCommand()
  return (
    <Popover label="Find" icon={<ChevronDown size={12} />} isWorded isMenu>
      <div className={styles.menu}>
        {finders.map(({ command, label, needs }) => (
          <Button
            key={command}
            size="sm"
            variant="quiet"
            disabled={needs !== undefined && !can[needs]}
            onClick={() => run(command)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Popover>
  )
}

function MoreMenu({ state, edit, openText, copyText, saveTemplate }: StructurePanelProps) {
  const navigate = useNavigate()
  const { legs } = state.present
  const isEmpty = legs.length === 0
  const overTime = () => navigate({ to: '.', search: old => ({ ...old, ...priceSearch(legs) }) })
  return (
    <Popover label="More" icon={<Ellipsis size={14} />} isMenu>
      <div className={styles.menu}>
        <Button size="sm" variant="quiet" disabled={state.future.length === 0} onClick={() => edit({ kind: 'redo' })}>
          Redo <Kbd keys={keyTable.redo} />
        </Button>
        <Button size="sm" variant="quiet" disabled={isEmpty} onClick={() => edit({ kind: 'invert' })}>
          Invert all legs <Kbd keys={keyTable.invert} />
        </Button>
        <Button size="sm" variant="quiet" disabled={isEmpty} onClick={() => edit({ kind: 'clearLegs' })}>
          Clear the draft
        </Button>
        <Button size="sm" variant="quiet" onClick={openText}>
          Type a structure <Kbd keys={keyTable.typeOrder} />
        </Button>
        <Button size="sm" variant="quiet" disabled={isEmpty} onClick={copyText}>
          Copy the draft as text
        </Button>
        <Button size="sm" variant="quiet" disabled={isEmpty} onClick={overTime}>
          Price over time
        </Button>
        <Button
          size="sm"
          variant="quiet"
          title="Strikes by their deltas, expiries by their days"
          disabled={saveTemplate === undefined}
          onClick={() => saveTemplate?.()}
        >
          Save as a template
        </Button>
      </div>
    </Popover>
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
        <span key={symbol}>
          {ratio * sign > 0 ? 'Buy' : 'Sell'}{' '}
          {quantity === undefined ? '' : formatQuantity(mul(quantity, dec(Math.abs(ratio))))} {shortName(symbol)}{' '}
          {reference === undefined ? 'without a reference price' : `at reference ${exactText(reference)}`}
        </span>
      ))}
      {price === undefined ? null : (
        <span
          className="muted"
          title="One package has one price on the wire: the premium with the hedge at its reference price"
        >
          Package: {effectLabel(side, price).text}, hedge included
        </span>
      )}
    </p>
  )
}
