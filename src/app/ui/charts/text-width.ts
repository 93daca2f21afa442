/** Generous estimate of a chart label's width, px. SVG text is not measured. */
export const widthOfText = (text: string): number => text.length * 6.6
