/** Floor of the first paint: a page with one word in the app's font and style sheet, without scripts. */
import '../../../../src/ui/theme/fonts.css'
import '../../../../src/ui/theme/theme.css'
import '../../../../src/ui/theme/base.css'
