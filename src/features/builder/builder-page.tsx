/** Build: see a structure before asking for it, then ask or trade it. */
import { useInstruments } from '../../api/market/instruments.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { Builder } from './builder.tsx'

export default function BuildPage() {
  const { index, status, fault } = useInstruments()
  return (
    <Page title="Build">
      {index !== undefined ? (
        <Builder index={index} />
      ) : status === 'failed' ? (
        <PanelStateView state={{ kind: 'failed', title: 'Could not load the instruments', detail: fault?.message }} />
      ) : (
        <PanelStateView state={{ kind: 'waiting', label: 'Loading instruments' }} />
      )}
    </Page>
  )
}
