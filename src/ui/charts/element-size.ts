/** The room in an element, whole px: of a part of a pixel what is within it, as an observer of it will count. */
export interface Size {
  readonly width: number
  readonly height: number
}

export function elementSize(element: Element): Size {
  const box = element.getBoundingClientRect()
  const exact = (px: number, whole: number): number => Math.floor(px > 0 ? Math.min(px, whole) : whole)
  return { width: exact(box.width, element.clientWidth), height: exact(box.height, element.clientHeight) }
}
