/** Build: inspect a structure, then request quotes or trade it. */
import { retryInstruments, useInstruments } from '../../api/market/instruments.ts'
import { listingState } from '../../ui/panel/listing-state.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { Builder } from './builder.tsx'

export default function BuildPage() {
  const instruments = useInstruments()
  const { index } = instruments
  return (
    <Page title="Build">
      {index !== undefined ? (
        <Builder index={index} />
      ) : (
        <PanelStateView state={listingState(instruments, retryInstruments)} />
      )}
    </Page>
  )
}
