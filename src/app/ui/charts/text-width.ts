/** Generous estimate of a chart label's width, px: texts in SVG are not measured. */
export const widthOfText = (text: string): number => text.length * 6.6
