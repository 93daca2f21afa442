/** The start of a draft: live cards of common structures, recent drafts, saved templates, and next expiries. */
import { Trash2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Position } from '../../../../core/domain/account.ts'
import { effectLabel } from '../../../../core/domain/effect-label.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import type { Quotes } from '../../../../core/domain/market-data.ts'
import { reopened } from '../../../links/builder-link.ts'
import { searchOf } from '../../../links/screen-links.ts'
import { tradePhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { legsOfTemplate } from '../../../../core/pricing/structures/saved-template.ts'
import { type StructureCard, structureCard } from '../../../../core/pricing/structures/structure-card.ts'
import { PayoffPicture } from '../../../ui/charts/payoff-picture.tsx'
import { keyTable } from '../../../ui/commands/key-table.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useNavigate } from '../../../ui/router/use-router.ts'
import type { Edit } from '../draft/draft.ts'
import { galleryEntries, type GalleryEntry } from '../gallery/gallery-entries.ts'
import { Expiring } from './expiring.tsx'
import {
  importTemplates,
  removeTemplate,
  type SavedTemplate,
  templatesText,
  useRecentDrafts,
  useTemplates,
} from './saved-drafts.ts'
import { Section } from './section.tsx'
import styles from './start.module.css'
import { showToast } from '../../../ui/controls/toasts.ts'
import { saveFile } from '../../../ui/save-file.ts'

const largestBytes = 200_000

function ImportTemplates() {
  const field = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const count = file.size > largestBytes ? undefined : importTemplates(await file.text())
    if (count === undefined) showToast({ tone: 'warning', title: 'Not a file of templates' })
    else showToast({ tone: 'ok', title: `${count} ${count === 1 ? 'template' : 'templates'} imported` })
  }
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => field.current?.click()}>
        Import templates
      </Button>
      <input
        ref={field}
        type="file"
        accept="application/json"
        aria-label="File of templates"
        className="visually-hidden"
        tabIndex={-1}
        onChange={event => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}

const exportTemplates = (): void =>
  saveFile(new Blob([templatesText()], { type: 'application/json' }), 'legwork-templates.json')

const usual = [
  'Straddle',
  'Strangle',
  'Bull call spread',
  'Bear put spread',
  'Bullish risk reversal',
  'Iron condor',
  'Call butterfly',
  'Call calendar',
]
const distance = { by: 'delta', size: 0.25 } as const
const cards: readonly GalleryEntry[] = usual.flatMap(
  name => galleryEntries.find(entry => entry.name('long') === name) ?? [],
)

const exampleForm = cards.find(entry => entry.name('long') === 'Iron condor')?.form

export interface StartPanelProps {
  readonly index: InstrumentIndex
  readonly surface: BaseSurface
  readonly expiryMs: number | undefined
  readonly quotes: Quotes
  readonly positions: readonly Position[] | undefined
  readonly edit: (edit: Edit) => void
  readonly draw: () => void
  readonly find: () => void
}

export function StartPanel(props: StartPanelProps) {
  const { surface, expiryMs, draw, find, edit } = props
  const all = useCards(props)
  const saved = useTemplates()
  const example = all.find(({ entry }) => entry.form === exampleForm)?.card
  return (
    <Panel label="Start" title={`Start: ${surface.base}${expiryMs === undefined ? '' : ` ${shortExpiry(expiryMs)}`}`}>
      <div className={styles.body} data-testid="start">
        <p className="muted">
          Press <Kbd keys={keyTable.typeOrder} /> or <Kbd keys={keyTable.search} /> and type ic 10d/25d x3, or start
          from one of these, at 25 delta and at mids.
        </p>
        <div className={styles.ways}>
          {example !== undefined && (
            <Button size="sm" onClick={() => edit({ kind: 'takeStructure', legs: example.legs })}>
              Buy 1 · {tradePhrase(example.legs, 'buy').text}
            </Button>
          )}
          <Button size="sm" onClick={draw}>
            Draw the payoff
          </Button>
          <Button size="sm" onClick={find}>
            From a view
          </Button>
          {saved.length === 0 && <ImportTemplates />}
        </div>
        <Cards all={all} edit={edit} />
        {saved.length > 0 && <Templates {...props} saved={saved} />}
        <Recents />
        <Expiring index={props.index} positions={props.positions} nowMs={surface.atMs} />
      </div>
    </Panel>
  )
}

interface LiveCard {
  readonly entry: GalleryEntry
  readonly card: StructureCard | undefined
}

const useCards = ({ index, surface, expiryMs, quotes }: StartPanelProps): readonly LiveCard[] =>
  useMemo(
    () =>
      cards.map(entry => ({
        entry,
        card: structureCard(entry.form, { universe: index, surface, expiryMs, distance, quotes }),
      })),
    [index, surface, expiryMs, quotes],
  )

function Cards({ all, edit }: Pick<StartPanelProps, 'edit'> & { readonly all: readonly LiveCard[] }) {
  return (
    <div className={styles.cards}>
      {all.map(({ entry, card }) => (
        <button
          key={entry.id}
          type="button"
          className={styles.card}
          disabled={card === undefined}
          onClick={() => card !== undefined && edit({ kind: 'takeStructure', legs: card.legs })}
        >
          <span className={styles.name}>{entry.name('long')}</span>
          {card?.curve === undefined ? <span className={styles.blank} /> : <PayoffPicture {...card.curve} />}
          <Figures card={card} />
        </button>
      ))}
    </div>
  )
}

function Figures({ card }: { readonly card: StructureCard | undefined }) {
  const net = card?.net === undefined ? undefined : effectLabel('buy', card.net)
  return (
    <span className={styles.figures}>
      <span className={styles.net}>{net === undefined ? dash : net.text}</span>
      <span title="Chance of profit at the first expiry, lognormal">
        Chance {card?.chance === undefined ? dash : formatPercent(card.chance, { places: 0 })}
      </span>
      <span title="Delta of one package">
        Δ {card?.delta === undefined ? dash : formatNumber(card.delta, { sign: 'always' })}
      </span>
      <span title="Return on risk: maximum profit over maximum loss">
        Return{' '}
        {card?.returnOnRisk === undefined
          ? card?.isUnlimited === true
            ? '∞'
            : dash
          : formatPercent(card.returnOnRisk, { places: 0 })}
      </span>
    </span>
  )
}

interface TemplatesProps extends Pick<StartPanelProps, 'index' | 'surface' | 'expiryMs' | 'edit'> {
  readonly saved: readonly SavedTemplate[]
}

function Templates({ index, surface, expiryMs, edit, saved }: TemplatesProps) {
  const [why, setWhy] = useState<string>()
  const load = (template: SavedTemplate) => {
    const found = legsOfTemplate(template.legs, index, surface, expiryMs)
    setWhy(found.ok ? undefined : `${template.name}: ${found.why}`)
    if (found.ok) edit({ kind: 'takeStructure', legs: found.legs, side: template.side })
  }
  return (
    <Section
      title="Templates"
      tools={
        <>
          <Button size="sm" variant="quiet" onClick={exportTemplates}>
            Export
          </Button>
          <ImportTemplates />
        </>
      }
    >
      <ul className={styles.list}>
        {saved.map(template => (
          <li key={template.name}>
            <Button size="sm" variant="quiet" onClick={() => load(template)}>
              {template.name}
            </Button>
            <IconButton
              size="sm"
              label={`Delete the template ${template.name}`}
              icon={<Trash2 size={12} />}
              onClick={() => removeTemplate(template.name)}
            />
          </li>
        ))}
      </ul>
      {why === undefined ? null : <output className={styles.why}>{why}</output>}
    </Section>
  )
}

function Recents() {
  const recent = useRecentDrafts()
  const navigate = useNavigate()
  if (recent.length === 0) return null
  return (
    <Section title="Recent drafts">
      <ul className={styles.list}>
        {recent.map(({ title, search }) => (
          <li key={search.legs}>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => navigate({ to: '/build', search: reopened(searchOf(search)) })}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
