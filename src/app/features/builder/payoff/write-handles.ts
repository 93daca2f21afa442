/**
 * Writes handles directly into the DOM that React rendered. Only differences from `before` are written; without it
 * everything. A handle's hint waits for the next render, since none shows during a drag.
 */
import { writeText } from '../../../ui/write-text.ts'
import { type ChipDrawing, chipPlace } from './drag-chip.tsx'
import type { GripDrawing, HandlesDrawing } from './handle-drawing.ts'

export const gripPlace = (x: number): string => `translate(${x})`
export const gripRow = (top: number): string => `translate(0,${top})`
export const gripLabel = (words: string): string => `Strike of ${words}`

export function writeHandles(group: Element, next: HandlesDrawing, before?: HandlesDrawing): void {
  if (next.ticks !== before?.ticks) group.querySelector('[data-ticks]')?.setAttribute('d', next.ticks)
  const grips = group.querySelectorAll('[role="slider"]')
  for (const [at, grip] of next.grips.entries()) {
    const element = grips[at]
    if (element !== undefined) writeGrip(element, grip, before?.grips[at])
  }
  const chip = group.querySelector('[data-testid="drag-chip"]')
  if (chip !== null && next.chip !== undefined) writeChip(chip, next.chip, before?.chip)
}

function writeGrip(element: Element, next: GripDrawing, before: GripDrawing | undefined): void {
  const set = (name: string, value: string, old: string | undefined): void => {
    if (value !== old) element.setAttribute(name, value)
  }
  set('transform', gripPlace(next.x), before && gripPlace(before.x))
  set('data-leg', next.handle.symbols[0] ?? '', before && (before.handle.symbols[0] ?? ''))
  set('data-side', next.side, before?.side)
  set('aria-label', gripLabel(next.words), before && gripLabel(before.words))
  set('aria-valuemin', String(next.least), before && String(before.least))
  set('aria-valuemax', String(next.most), before && String(before.most))
  set('aria-valuenow', String(next.strike), before && String(before.strike))
  set('aria-valuetext', next.strikeText, before?.strikeText)
  const [, stem, row] = element.children
  const [, grip, word] = row?.children ?? []
  if (next.top !== before?.top) {
    stem?.setAttribute('y2', String(next.top))
    row?.setAttribute('transform', gripRow(next.top))
  }
  if (next.width !== before?.width) {
    grip?.setAttribute('x', String(-next.width / 2))
    grip?.setAttribute('width', String(next.width))
  }
  if (next.letters !== before?.letters) writeText(word, next.letters)
}

function writeChip(element: Element, next: ChipDrawing, before: ChipDrawing | undefined): void {
  if (before === undefined || chipPlace(next) !== chipPlace(before)) element.setAttribute('transform', chipPlace(next))
  if (next.width !== before?.width) element.querySelector('rect')?.setAttribute('width', String(next.width))
  const texts = element.querySelectorAll('text')
  for (const [index, line] of next.lines.entries()) if (line !== before?.lines[index]) writeText(texts[index], line)
}
