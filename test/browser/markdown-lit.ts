import { shareLit } from '../../src/page/lit.ts';

/** As the element's own module does before the views arrive. */
shareLit();
