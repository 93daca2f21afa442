import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'

export interface ChartSpan {
  readonly fromMs: number
  readonly toMs: number
}

interface SpanButtonsProps {
  readonly span: ChartSpan | undefined
  readonly whole: string | undefined
  readonly zoom: (to: ChartSpan | undefined) => void
  readonly explain?: ((span: ChartSpan) => void) | undefined
  readonly clear: () => void
}

export const SpanButtons = ({ span, whole, zoom, explain, clear }: SpanButtonsProps): ReactNode => (
  <>
    {span !== undefined && (
      <>
        <Button size="sm" onClick={() => zoom(span)}>
          Zoom in
        </Button>
        {explain !== undefined && (
          <Button size="sm" variant="quiet" onClick={() => explain(span)}>
            Explain span
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={clear}>
          Clear span
        </Button>
      </>
    )}
    {whole !== undefined && (
      <Button size="sm" onClick={() => zoom(undefined)}>
        {whole}
      </Button>
    )}
  </>
)
