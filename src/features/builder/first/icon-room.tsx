/** A button whose picture comes with the program. */
import { IconButton } from '../../../ui/controls/icon-button.tsx'

export const IconRoom = ({ px, label = '' }: { readonly px: number; readonly label?: string }) => (
  <IconButton size="sm" label={label} icon={<svg width={px} height={px} aria-hidden="true" />} />
)
