/** Everything sent and received, stored in this browser. */
import { useState } from 'react'
import { useJournalNotes } from '../../api/journal/journal-hooks.ts'
import { useSession } from '../../api/venue/session.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { parseQualitySearch, signInSearch } from '../../links/screen-links.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Link } from '../../ui/router/link.tsx'
import { useSearch } from '../../ui/router/use-router.ts'
import { DayPage } from './day-page.tsx'
import { EntriesPanel } from './entries-panel.tsx'
import { EntryPanel } from './entry-panel.tsx'
import type { JournalGridRow } from './journal-rows.ts'
import { ResultsPanel } from './results-panel.tsx'

const QualityView = lazyComponent(async () => (await import('./quality-view.tsx')).QualityView)

const signedOut = {
  kind: 'empty',
  title: 'Sign in to see the journal',
  detail: 'The journal belongs to an account on a venue.',
  action: (
    <Link to="/portfolio" search={signInSearch('/journal')} className={buttonClass({ variant: 'primary' })}>
      Go to sign-in
    </Link>
  ),
} as const

export default function JournalPage() {
  const session = useSession()
  const { timeZone } = usePreferences()
  const View = parseQualitySearch(useSearch()) ? Quality : Account
  return (
    <Page title="Journal">
      {/* Days are of the chosen zone. */}
      {session.status === 'signed_in' ? (
        <View key={`${session.serial} ${timeZone}`} />
      ) : (
        <PanelStateView state={signedOut} />
      )}
    </Page>
  )
}

function Quality() {
  const notes = useJournalNotes()
  // Periods are counted from when the screen was opened.
  const [openedMs] = useState(serverNowMs)
  return (
    <Panel title="Quality">
      <QualityView notes={notes} openedMs={openedMs} />
    </Panel>
  )
}

type Side = 'entry' | 'results'
const tabs = [
  { value: 'results', label: 'Results' },
  { value: 'entry', label: 'Entry' },
] as const

const noEntry = {
  kind: 'empty',
  title: 'No entry chosen',
  detail: 'Click a row, or press Enter on it, to see all of it and to write a note.',
} as const

function Account() {
  const notes = useJournalNotes()
  const [entry, setEntry] = useState<JournalGridRow>()
  const [side, setSide] = useState<Side>('results')
  const [dayMs, setDay] = useState<number>()
  const isNarrow = useWidth() === 'narrow'
  const [isOpen, setOpen] = useState(false)
  const open = (row: JournalGridRow): void => {
    setEntry(row)
    setSide('entry')
    setOpen(true)
  }
  const beside = (
    <Tabs<Side> label="Results or entry" value={side} tabs={tabs} onChange={setSide}>
      {side === 'results' ? (
        <ResultsPanel notes={notes} />
      ) : entry === undefined ? (
        <PanelStateView state={noEntry} />
      ) : (
        <EntryPanel key={entry.id} entry={entry} notes={notes} />
      )}
    </Tabs>
  )
  const entries = (
    <EntriesPanel
      notes={notes}
      activeId={entry?.id}
      onOpen={open}
      onDay={setDay}
      onResults={isNarrow ? () => setOpen(true) : undefined}
    />
  )
  if (dayMs !== undefined) return <DayPage key={dayMs} startMs={dayMs} notes={notes} close={() => setDay(undefined)} />
  if (isNarrow) {
    return (
      <>
        {entries}
        <Drawer open={isOpen} onClose={() => setOpen(false)} title="Results and entry">
          {beside}
        </Drawer>
      </>
    )
  }
  return (
    <SplitPane
      id="journal"
      direction="horizontal"
      panes={[
        { id: 'entries', size: 70, minPx: 320, content: entries },
        { id: 'beside', size: 30, minPx: 300, content: <Panel label="Results and entry">{beside}</Panel> },
      ]}
    />
  )
}
