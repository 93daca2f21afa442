/** The wire preview of the draft. */
import { useVenue } from '../../../api/venue/venue.ts'
import { wireText } from '../../../api/order-desk/wire-text.ts'
import { WirePreview } from '../../../ui/order/wire-preview.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { DraftSummary } from '../draft/draft-summary.ts'

export function WirePanel({ summary }: { readonly summary: DraftSummary }) {
  const { legKeys, baseUrl } = useVenue()
  const { meant, wire, order, problems } = summary
  if (meant === undefined || wire === undefined || order === undefined) {
    return (
      <Panel
        label="Wire preview"
        title="Wire preview"
        face={{ kind: 'empty', title: 'Nothing to send yet', detail: 'What you mean, what is sent, and the proof that both are the same.' }}
      />
    )
  }
  return (
    <Panel label="Wire preview" title="Wire preview">
      <WirePreview
        meant={meant}
        sent={wire}
        order={order}
        problems={problems}
        text={wireText(order, legKeys)}
        url={`${baseUrl === '' ? location.origin : baseUrl}/v1/api/order`}
      />
    </Panel>
  )
}
