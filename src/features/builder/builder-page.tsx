/** Build: see a structure before asking for it, then ask or trade it. */
import { useInstruments } from '../../api/market/instruments.ts'
import { FaceView } from '../../ui/panel/face-view.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { Builder } from './builder.tsx'

export default function BuildPage() {
  const { index, status, fault } = useInstruments()
  return (
    <Page title="Build">
      {index !== undefined ? (
        <Builder index={index} />
      ) : status === 'failed' ? (
        <FaceView face={{ kind: 'failed', title: 'Could not load the instruments', detail: fault?.message }} />
      ) : (
        <FaceView face={{ kind: 'waiting', label: 'Loading instruments' }} />
      )}
    </Page>
  )
}
