/**
 * The rows in view before the grid library is there: plain elements with the look, widths and order that the grid will give them, so that
 * it takes their place without a jump. Clicks count as they do there; keys are the grid's.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Skeleton } from '../controls/skeleton.tsx'
import { usePreferences } from '../theme/preferences.ts'
import type { DataGridProps } from './data-grid-props.ts'
import { type LightBox, LightTable, lightRowsShown } from './light-table.tsx'
import { rowHeightOf } from './row-height.ts'

export function LightRows<Row>(props: DataGridProps<Row>): ReactNode {
  const { density } = usePreferences()
  const [height] = useState(() => rowHeightOf(props.compact === true ? 'compact' : density))
  const host = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<LightBox>()
  useLayoutEffect(() => setBox({ widthPx: host.current?.clientWidth ?? 0, heightPx: host.current?.clientHeight ?? 0 }), [])
  const found = lightRowsShown(props, box)
  if (found === undefined || props.quickFilter) return <Skeleton />
  return <LightTable {...props} found={found} box={box} rowPx={height} host={host} />
}
