/** The wire preview of the draft: one line with verdicts that expands. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useVenue } from '../../../api/venue/venue.ts'
import { wireText } from '../../../api/order-desk/wire-text.ts'
import { isAwaited } from '../../../../core/domain/package/order-entry.ts'
import { WirePreview, WireVerdict } from '../../../ui/order/wire-preview.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { DraftSummary } from '../draft/draft-summary.ts'
import { type WireFold, foldButtonId } from './use-wire-fold.ts'
import styles from './wire-panel.module.css'

interface WirePanelProps {
  readonly summary: DraftSummary
  readonly fold: WireFold
}

export function WirePanel({ summary, fold }: WirePanelProps) {
  const { legKeys, baseUrl } = useVenue()
  const { meant, wire, order, rules: problems } = summary
  const isIncomplete = summary.problems.length > 0 && summary.problems.every(isAwaited)
  const isKnown = meant !== undefined && wire !== undefined && order !== undefined && !isIncomplete
  const known = isKnown ? { meant, sent: wire, order, problems } : undefined
  if (!fold.open) {
    return (
      <section aria-label="Wire preview" className={styles.line}>
        <FoldButton fold={fold} />
        {known === undefined ? <span className="muted">nothing to send yet</span> : <WireVerdict {...known} />}
      </section>
    )
  }
  const title = <FoldButton fold={fold} />
  if (known === undefined) {
    return <Panel label="Wire preview" title={title} state={{ kind: 'empty', title: 'Nothing to send yet' }} />
  }
  return (
    <Panel label="Wire preview" title={title}>
      <WirePreview
        {...known}
        text={wireText(known.order, legKeys)}
        url={`${baseUrl === '' ? location.origin : baseUrl}/v1/api/order`}
      />
    </Panel>
  )
}

function FoldButton({ fold: { open, toggle } }: { readonly fold: WireFold }): ReactNode {
  return (
    <button id={foldButtonId} type="button" className={styles.fold} aria-expanded={open} onClick={toggle}>
      {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />} Wire preview
    </button>
  )
}
