export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const gap = 6
const edge = 4
const opposite: Readonly<Record<TooltipSide, TooltipSide>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

const cornerOf: Readonly<Record<TooltipSide, (anchor: Box, tip: Box) => { left: number; top: number }>> = {
  top: (anchor, tip) => ({ left: anchor.left + (anchor.width - tip.width) / 2, top: anchor.top - tip.height - gap }),
  bottom: (anchor, tip) => ({ left: anchor.left + (anchor.width - tip.width) / 2, top: anchor.top + anchor.height + gap }),
  left: (anchor, tip) => ({ left: anchor.left - tip.width - gap, top: anchor.top + (anchor.height - tip.height) / 2 }),
  right: (anchor, tip) => ({ left: anchor.left + anchor.width + gap, top: anchor.top + (anchor.height - tip.height) / 2 }),
}

/** Corner (px, in the window) of a tip beside its anchor: on the side asked for, on the other where only that has room, and within the window. */
export function positionTooltip(
  anchor: Box,
  tip: Box,
  side: TooltipSide,
  view: { readonly width: number; readonly height: number },
): { left: number; top: number } {
  const fits = ({ left, top }: { left: number; top: number }): boolean =>
    left >= edge && top >= edge && left + tip.width <= view.width - edge && top + tip.height <= view.height - edge
  const within = (at: number, size: number, room: number): number => Math.max(edge, Math.min(at, room - size - edge))
  const asked = cornerOf[side](anchor, tip)
  const other = cornerOf[opposite[side]](anchor, tip)
  const clamp = ({ left, top }: { left: number; top: number }) => ({
    left: within(left, tip.width, view.width),
    top: within(top, tip.height, view.height),
  })
  // Along the side it may always be pushed; across it decides which side has room.
  const across = (corner: { left: number; top: number }) =>
    side === 'top' || side === 'bottom' ? { ...clamp(corner), top: corner.top } : { ...clamp(corner), left: corner.left }
  if (fits(across(asked))) return across(asked)
  return fits(across(other)) ? across(other) : clamp(asked)
}
