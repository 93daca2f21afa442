/** Floor of the first paint: a page with a word in it, in the font and the style sheet of the app; no script of ours runs. */
import '../../../../src/ui/theme/fonts.css'
import '../../../../src/ui/theme/theme.css'
import '../../../../src/ui/theme/base.css'
