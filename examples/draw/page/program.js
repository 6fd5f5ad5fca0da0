/*! noble-curves and noble-hashes 2.4.0, in part.

The MIT License (MIT)

Copyright (c) 2022 Paul Miller (https://paulmillr.com)

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the “Software”), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED “AS IS”, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.*/
(()=>{var hc=n=>n/2**32|0,pc=n=>n>>>0;function Jr(n,e,t,r){let o=hc(t),c=pc(t);n.setUint32(e,r?c:o,r),n.setUint32(e+4,r?o:c,r)}function Jt(n){return n instanceof Uint8Array||ArrayBuffer.isView(n)&&n.constructor.name==="Uint8Array"&&"BYTES_PER_ELEMENT"in n&&n.BYTES_PER_ELEMENT===1}var qn=n=>n?`"${n}" `:"";function It(n,e=""){if(typeof n!="number")throw new TypeError(qn(e)+"expected number, got "+typeof n);if(!Number.isSafeInteger(n)||n<0)throw new RangeError(qn(e)+"expected integer >= 0, got "+n);return n}function Ce(n,e,t=""){if(Jt(n)&&(e===void 0||n.length===e))return n;e!==void 0&&It(e,"length");let r=Jt(n),o=e!==void 0?` of length ${e}`:"",c=r?`length=${n.length}`:`type=${typeof n}`,s=qn(t)+"expected Uint8Array"+o+", got "+c;throw r?new RangeError(s):new TypeError(s)}var mc=(n,e)=>{if(n===null||typeof n!="object"||Array.isArray(n))throw new TypeError((e==="object"?"":`"${e}" `)+"expected object, got type="+typeof n)},Qr=(n,e)=>{mc(n,e);let t=Object.getPrototypeOf(n);if(t!==Object.prototype&&t!==null)throw new TypeError(`"${e}" expected plain object`);if(Object.hasOwn(n,"__proto__"))throw new TypeError(`"${e}.__proto__" is not allowed`)};function Un(n,e=!0){if(n.destroyed)throw new Error("hash was destroyed");if(e&&n.finished)throw new Error("digest() was already called")}function t1(n,e){Ce(n,void 0,"output");let t=e.outputLen;if(!(n.length>=t))throw new RangeError('"output" expected length >= '+t)}function Ln(...n){for(let e=0;e<n.length;e++)n[e].fill(0)}function Qt(n){return new DataView(n.buffer,n.byteOffset,n.byteLength)}function Fe(n,e){return n<<32-e|n>>>e}var n1=typeof Uint8Array.from([]).toHex=="function"&&typeof Uint8Array.fromHex=="function",gc=Array.from({length:256},(n,e)=>e.toString(16).padStart(2,"0"));function en(n){if(Ce(n),n1)return n.toHex();let e="";for(let t=0;t<n.length;t++)e+=gc[n[t]];return e}function e1(n){return n>=48&&n<=57?n-48:n>=65&&n<=70?n-55:n>=97&&n<=102?n-87:void 0}function $n(n){if(typeof n!="string")throw new TypeError("hex string expected, got "+typeof n);if(n1)try{return Uint8Array.fromHex(n)}catch(o){throw o instanceof SyntaxError?new RangeError(o.message):o}let e=n.length,t=e/2;if(e%2)throw new RangeError("hex string expected, got unpadded hex of length "+e);let r=new Uint8Array(t);for(let o=0,c=0;o<t;o++,c+=2){let s=e1(n.charCodeAt(c)),i=e1(n.charCodeAt(c+1));if(s===void 0||i===void 0){let a=n[c]+n[c+1];throw new RangeError('hex string expected, got non-hex character "'+a+'" at index '+c)}r[o]=s*16+i}return r}function r1(...n){let e=0;for(let r=0;r<n.length;r++){let o=n[r];Ce(o),e+=o.length}let t=new Uint8Array(e);for(let r=0,o=0;r<n.length;r++){let c=n[r];t.set(c,o),o+=c.length}return t}function wc(n,e,t="opts"){return Qr(n,"defaults"),e!==void 0&&Qr(e,t),Object.assign(Object.create(null),n,e)}function o1(n,e={}){if(typeof n!="function")throw new TypeError('"hashCons" expected function, got type='+typeof n);e=wc({},e,"info");let t=(o,c)=>n(c).update(o).digest(),r=n(void 0);return t.outputLen=r.outputLen,t.blockLen=r.blockLen,t.canXOF=r.canXOF,t.create=o=>n(o),Object.assign(t,e),Object.freeze(t)}function c1(n=32){It(n,"bytesLength");let e=typeof globalThis=="object"?globalThis.crypto:null;if(typeof e?.getRandomValues!="function")throw new Error("crypto.getRandomValues must be defined");if(n>65536)throw new RangeError(`"bytesLength" expected <= 65536, got ${n}`);return e.getRandomValues(new Uint8Array(n))}var s1=n=>({oid:Uint8Array.from([6,9,96,134,72,1,101,3,4,2,n])});function i1(n,e,t){return n&e^~n&t}function a1(n,e,t){return n&e^n&t^e&t}var tn=class{blockLen;outputLen;canXOF=!1;padOffset;isLE;buffer;view;finished=!1;length=0;pos=0;destroyed=!1;constructor(e,t,r,o){this.blockLen=e,this.outputLen=t,this.padOffset=r,this.isLE=o,this.buffer=new Uint8Array(e),this.view=Qt(this.buffer)}update(e){Un(this),Ce(e);let{view:t,buffer:r,blockLen:o}=this,c=e.length,s=!1;for(let i=0;i<c;){let a=Math.min(o-this.pos,c-i);if(a===o){let f=Qt(e);for(;o<=c-i;i+=o)this.process(f,i);s=!0;continue}r.set(i===0&&a===c?e:e.subarray(i,i+a),this.pos),this.pos+=a,i+=a,this.pos===o&&(this.process(t,0),this.pos=0,s=!0)}return this.length+=e.length,s&&this.roundClean(),this}digestInto(e){Un(this),t1(e,this),this.finished=!0;let{buffer:t,view:r,blockLen:o,isLE:c}=this,{pos:s}=this;t[s++]=128,t.fill(0,s),this.padOffset>o-s&&(this.process(r,0),t.fill(0)),Jr(r,o-8,this.length*8,c),this.process(r,0),this.roundClean();let i=e===t?r:Qt(e),a=this.outputLen,f=a/4,d=this.get();if(a%4||f>d.length)throw new Error("invalid outputLen");for(let u=0;u<f;u++)i.setUint32(4*u,d[u],c)}digest(){let{buffer:e,outputLen:t}=this;this.digestInto(e);let r=e.slice(0,t);return this.destroy(),r}_cloneIntoMeta(e){let{buffer:t,length:r,finished:o,destroyed:c,pos:s}=this;return e.destroyed=c,e.finished=o,e.length=r,e.pos=s,s&&e.buffer.set(t),e}clone(){return this._cloneInto()}},f1=Uint32Array.from([1779033703,3144134277,1013904242,2773480762,1359893119,2600822924,528734635,1541459225]);var yc=Uint32Array.from([1116352408,1899447441,3049323471,3921009573,961987163,1508970993,2453635748,2870763221,3624381080,310598401,607225278,1426881987,1925078388,2162078206,2614888103,3248222580,3835390401,4022224774,264347078,604807628,770255983,1249150122,1555081692,1996064986,2554220882,2821834349,2952996808,3210313671,3336571891,3584528711,113926993,338241895,666307205,773529912,1294757372,1396182291,1695183700,1986661051,2177026350,2456956037,2730485921,2820302411,3259730800,3345764771,3516065817,3600352804,4094571909,275423344,430227734,506948616,659060556,883997877,958139571,1322822218,1537002063,1747873779,1955562222,2024104815,2227730452,2361852424,2428436474,2756734187,3204031479,3329325298]),ze=new Uint32Array(64),kn=class extends tn{A=0;B=0;C=0;D=0;E=0;F=0;G=0;H=0;constructor(e,t){super(64,e,8,!1),this.A=t[0]|0,this.B=t[1]|0,this.C=t[2]|0,this.D=t[3]|0,this.E=t[4]|0,this.F=t[5]|0,this.G=t[6]|0,this.H=t[7]|0}get(){let{A:e,B:t,C:r,D:o,E:c,F:s,G:i,H:a}=this;return[e,t,r,o,c,s,i,a]}set(e,t,r,o,c,s,i,a){this.A=e|0,this.B=t|0,this.C=r|0,this.D=o|0,this.E=c|0,this.F=s|0,this.G=i|0,this.H=a|0}_cloneInto(e){return(e||=new this.constructor).set(...this.get()),this._cloneIntoMeta(e)}process(e,t){for(let u=0;u<16;u++,t+=4)ze[u]=e.getUint32(t,!1);for(let u=16;u<64;u++){let h=ze[u-15],l=ze[u-2],p=Fe(h,7)^Fe(h,18)^h>>>3,g=Fe(l,17)^Fe(l,19)^l>>>10;ze[u]=g+ze[u-7]+p+ze[u-16]|0}let{A:r,B:o,C:c,D:s,E:i,F:a,G:f,H:d}=this;for(let u=0;u<64;u++){let h=Fe(i,6)^Fe(i,11)^Fe(i,25),l=d+h+i1(i,a,f)+yc[u]+ze[u]|0,g=(Fe(r,2)^Fe(r,13)^Fe(r,22))+a1(r,o,c)|0;d=f,f=a,a=i,i=s+l|0,s=c,c=o,o=r,r=l+g|0}r=r+this.A|0,o=o+this.B|0,c=c+this.C|0,s=s+this.D|0,i=i+this.E|0,a=a+this.F|0,f=f+this.G|0,d=d+this.H|0,this.set(r,o,c,s,i,a,f,d)}roundClean(){Ln(ze)}destroy(){this.destroyed=!0,this.set(0,0,0,0,0,0,0,0),Ln(this.buffer)}},Dn=class extends kn{constructor(){super(32,f1)}};var nn=o1(()=>new Dn,s1(1));function Se(n,e,t=()=>{}){if(!Array.isArray(n))throw new TypeError(`"${e}" expected array, got type=${typeof n}`);for(let r=0;r<n.length;r++)t(n[r],`${e}[${r}]`);return n}var V=(n,e,t)=>Ce(n,e,t),zn=It;function Me(n,e="object"){if(n===null||typeof n!="object"||Array.isArray(n))throw new TypeError(e==="object"?"expected valid options object":`"${e}" expected object, got type=${typeof n}`);return n}function it(n,e){if(typeof n!="function")throw new TypeError(`"${e}" is invalid: expected function, got ${typeof n}`);return n}var jt=en,re=(...n)=>r1(...n),qt=n=>$n(n),Ze=Jt,ht=n=>c1(n),rn=BigInt(0),Cn=BigInt(1),xc=n=>n?`"${n}" `:"";function Ge(n,e=""){if(typeof n!="boolean")throw new TypeError(xc(e)+"expected boolean, got type="+typeof n);return n}function Ec(n){if(typeof n=="bigint"){if(!He(n))throw new RangeError("positive bigint expected, got "+n)}else zn(n);return n}function W(n,e=""){if(typeof n!="number"){let t=e&&`"${e}" `;throw new TypeError(t+"expected number, got type="+typeof n)}if(!Number.isSafeInteger(n)){let t=e&&`"${e}" `;throw new RangeError(t+"expected safe integer, got "+n)}}function d1(n){if(typeof n!="string")throw new TypeError("hex string expected, got "+typeof n);return n===""?rn:BigInt("0x"+n)}function Pe(n){return d1(en(n))}function Mn(n){return d1(en(pt(Ce(n)).reverse()))}function Ve(n,e){if(It(e),e===0)throw new Error("zero output length is invalid");n=Ec(n);let t=e*2,r=n.toString(16);if(r.length>t)throw new RangeError("number is too large");return $n(r.padStart(t,"0"))}function Hn(n,e){return Ve(n,e).reverse()}function pt(n){return Uint8Array.from(V(n))}function on(n){if(typeof n!="string")throw new TypeError("ascii string expected, got "+typeof n);return Uint8Array.from(n,(e,t)=>{let r=e.charCodeAt(0);if(e.length!==1||r>127)throw new RangeError(`string contains non-ASCII character "${n[t]}" with code ${r} at position ${t}`);return r})}function He(n){return typeof n=="bigint"&&rn<=n}function Zn(n,e,t){return He(n)&&He(e)&&He(t)&&e<=n&&n<t}function cn(n,e,t,r){if(!Zn(e,t,r))throw new RangeError("expected valid "+n+": "+t+" <= n < "+r+", got "+e)}function ve(n){if(n<rn)throw new Error("expected non-negative bigint, got "+n);return n===rn?0:n.toString(2).length}function u1(n,e){if(typeof n!="bigint")throw new TypeError('"n" expected bigint, got type='+typeof n);return W(e,"pos"),n>>BigInt(e)&Cn}var sn=n=>(W(n,"n"),(Cn<<BigInt(n))-Cn);function ce(n,e={},t={},r="object"){Me(n,r),Me(e,"fields"),Me(t,"optFields");function o(s,i,a){let f=r==="object"?`param "${String(s)}"`:`"${r}.${String(s)}"`,d=n[s];if(!Object.hasOwn(n,s)&&(a?d!==void 0:i!=="function"))throw new TypeError(`${f} is invalid: expected own property`);if(a&&d===void 0)return;let u=typeof d;if(u!==i||d===null)throw new TypeError(`${f} is invalid: expected ${i}, got ${u}`)}let c=(s,i)=>Object.entries(s).forEach(([a,f])=>o(a,f,i));c(e,!1),c(t,!0)}var Ne=()=>{throw new Error("not implemented")};var ee=BigInt(0),H=BigInt(1),at=BigInt(2),h1=BigInt(3),fn=BigInt(4),p1=BigInt(5),Bc=BigInt(7),m1=BigInt(8),Oc=BigInt(9),g1=BigInt(15),w1=BigInt(16),y1=BigInt("0x10000000000000000");function we(n,e){if(e<=ee)throw new Error("mod: expected positive modulus, got "+e);let t=n%e;return t>=ee?t:e+t}function Sc(n,e,t){if(t<=H)throw new Error("pow: expected modulus > 1, got "+t);if(typeof e!="bigint")throw new TypeError("invalid exponent: expected bigint, got "+typeof e);if(e<ee)throw new Error("invalid exponent, negatives unsupported");if(e===ee)return H;if(e===H)return n;let r=n%t;if(r<ee&&(r+=t),e<y1){let i=H;for(;e>ee;)e&H&&(i=i*r%t),r=r*r%t,e>>=H;return i}let o=[];for(;e>ee;)o.push(Number(e&g1)),e>>=fn;let c=new Array(16);c[0]=H,c[1]=r;for(let i=2;i<16;i++)c[i]=c[i-1]*r%t;let s=c[o[o.length-1]];for(let i=o.length-2;i>=0;i--){s=s*s%t,s=s*s%t,s=s*s%t,s=s*s%t;let a=o[i];a!==0&&(s=s*c[a]%t)}return s}function b1(n,e){if(n===ee)throw new Error("invert: expected non-zero number");if(e<=H)throw new Error("invert: expected modulus > 1, got "+e);let t=we(n,e),r=e,o=ee,c=H;for(;t!==ee;){let i=r/t,a=r-t*i,f=o-c*i;r=t,t=a,o=c,c=f}if(r!==H)throw new Error("invert: does not exist");return we(o,e)}function Gn(n,e,t){let r=n;if(!r.eql(r.sqr(e),t))throw new Error("Cannot find square root")}function Pn(n,e){if((n&H)===ee)throw new Error(e+": expected odd modulus, got "+n)}function x1(n,e){let t=n,r=(t.ORDER+H)/fn,o=t.pow(e,r);return Gn(t,o,e),o}function vc(n,e){let t=n,r=(t.ORDER-p1)/m1,o=t.mul(e,at),c=t.pow(o,r),s=t.mul(e,c),i=t.mul(t.mul(s,at),c),a=t.mul(s,t.sub(i,t.ONE));return Gn(t,a,e),a}function _c(n){let e=Ye(n),t=E1(n),r=t(e,e.neg(e.ONE)),o=t(e,r),c=t(e,e.neg(r)),s=(n+Bc)/w1;return((i,a)=>{let f=i,d=f.pow(a,s),u=f.mul(d,r),h=f.mul(d,o),l=f.mul(d,c),p=f.eql(f.sqr(u),a),g=f.eql(f.sqr(h),a);d=f.cmov(d,u,p),u=f.cmov(l,h,g);let b=f.eql(f.sqr(u),a),w=f.cmov(d,u,b);return Gn(f,w,a),w})}function E1(n){if(n<h1)throw new Error("sqrt is not defined for small field");Pn(n,"tonelliShanks");let e=n-H,t=0;for(;e%at===ee;)e/=at,t++;let r=at,o=Ye(n);for(;mt(o,r)===1;)if(r++>1e3)throw new Error("Cannot find square root: probably non-prime P");if(t===1)return x1;let c=o.pow(r,e),s=(e+H)/at;return function(a,f){let d=a;if(d.is0(f))return f;if(mt(d,f)!==1)throw new Error("Cannot find square root");let u=t,h=d.mul(d.ONE,c),l=d.pow(f,e),p=d.pow(f,s);for(;!d.eql(l,d.ONE);){if(d.is0(l))throw new Error("Cannot find square root: probably non-prime P");let g=1,b=d.sqr(l);for(;!d.eql(b,d.ONE);)if(g++,b=d.sqr(b),g===u)throw new Error("Cannot find square root");let w=H<<BigInt(u-g-1),_=d.pow(h,w);u=g,h=d.sqr(_),l=d.mul(l,h),p=d.mul(p,_)}return p}}function Tc(n){return Pn(n,"Fp.sqrt"),n%fn===h1?x1:n%m1===p1?vc:n%w1===Oc?_c(n):E1(n)}var Rc=["create","isValid","is0","neg","inv","sqrt","sqr","eql","add","sub","mul","pow","div","addN","subN","mulN","sqrN"];function le(n){if(Me(n,"field"),typeof n.ORDER!="bigint")throw new TypeError('param "ORDER" is invalid: expected bigint, got '+typeof n.ORDER);W(n.BYTES,"BYTES"),W(n.BITS,"BITS");for(let e of Rc)it(n[e],"field."+e);if(n.BYTES<1||n.BITS<1)throw new Error("invalid field: expected BYTES/BITS > 0");if(n.ORDER<=H)throw new Error("invalid field: expected ORDER > 1, got "+n.ORDER);return n}function dn(n,e,t){le(n);let r=n;if(typeof t!="bigint")throw new TypeError("invalid exponent: expected bigint, got "+typeof t);if(t<ee)throw new Error("invalid exponent, negatives unsupported");if(t===ee)return r.ONE;if(t===H)return e;if(t<y1){let i=r.ONE,a=e;for(;t>ee;)t&H&&(i=r.mul(i,a)),a=r.sqr(a),t>>=H;return i}let o=[];for(;t>ee;)o.push(Number(t&g1)),t>>=fn;let c=new Array(16);c[0]=r.ONE,c[1]=e;for(let i=2;i<16;i++)c[i]=r.mul(c[i-1],e);let s=c[o[o.length-1]];for(let i=o.length-2;i>=0;i--){s=r.sqr(r.sqr(r.sqr(r.sqr(s))));let a=o[i];a!==0&&(s=r.mul(s,c[a]))}return s}function Ie(n,e,t=!1){le(n),Se(e,"nums"),Ge(t,"passZero");let r=n,o=new Array(e.length).fill(t?r.ZERO:void 0),c=e.reduce((i,a,f)=>r.is0(a)?i:(o[f]=i,r.mul(i,a)),r.ONE),s=r.inv(c);return e.reduceRight((i,a,f)=>r.is0(a)?i:(o[f]=r.mul(i,o[f]),r.mul(i,a)),s),o}function mt(n,e){le(n);let t=n;Pn(t.ORDER,"FpLegendre");let r=(t.ORDER-H)/at,o=t.pow(e,r),c=t.eql(o,t.ONE),s=t.eql(o,t.ZERO),i=t.eql(o,t.neg(t.ONE));if(!c&&!s&&!i)throw new Error("invalid Legendre symbol result");return c?1:s?0:-1}function Vn(n,e){return mt(n,e)!==-1}function Fc(n,e){if(e!==void 0&&zn(e),n<=ee)throw new Error("invalid n length: expected positive n, got "+n);if(e!==void 0&&e<1)throw new Error("invalid n length: expected positive bit length, got "+e);let t=ve(n);if(e!==void 0&&e<t)throw new Error(`invalid n length: expected nBitLength (${e}) >= bitLen(n) (${t})`);let r=e!==void 0?e:t,o=Math.ceil(r/8);return{nBitLength:r,nByteLength:o}}var l1=new WeakMap,an=class{ORDER;BITS;BYTES;isLE;ZERO=ee;ONE=H;_lengths;_mod;constructor(e,t={}){if(e<=H)throw new Error("invalid field: expected ORDER > 1, got "+e);let r;this.isLE=!1,t!=null&&typeof t=="object"&&(typeof t.BITS=="number"&&(r=t.BITS),typeof t.sqrt=="function"&&Object.defineProperty(this,"sqrt",{value:t.sqrt,enumerable:!0}),typeof t.isLE=="boolean"&&(this.isLE=t.isLE),t.allowedLengths&&(this._lengths=Object.freeze(t.allowedLengths.slice())),typeof t.modFromBytes=="boolean"&&(this._mod=t.modFromBytes));let{nBitLength:o,nByteLength:c}=Fc(e,r);if(c>2048)throw new Error("invalid field: expected ORDER of <= 2048 bytes");this.ORDER=e,this.BITS=o,this.BYTES=c,Object.freeze(this)}create(e){return we(e,this.ORDER)}isValid(e){if(typeof e!="bigint")throw new TypeError("invalid field element: expected bigint, got "+typeof e);return ee<=e&&e<this.ORDER}is0(e){return e===ee}isValidNot0(e){return!this.is0(e)&&this.isValid(e)}isOdd(e){return(e&H)===H}neg(e){return we(-e,this.ORDER)}eql(e,t){return e===t}sqr(e){return we(e*e,this.ORDER)}add(e,t){return we(e+t,this.ORDER)}sub(e,t){return we(e-t,this.ORDER)}mul(e,t){return we(e*t,this.ORDER)}pow(e,t){return Sc(e,t,this.ORDER)}div(e,t){return we(e*b1(t,this.ORDER),this.ORDER)}sqrN(e){return e*e}addN(e,t){return e+t}subN(e,t){return e-t}mulN(e,t){return e*t}inv(e){return b1(e,this.ORDER)}sqrt(e){let t=l1.get(this);return t||l1.set(this,t=Tc(this.ORDER)),t(this,e)}toBytes(e){return this.isLE?Hn(e,this.BYTES):Ve(e,this.BYTES)}fromBytes(e,t=!1){V(e);let{_lengths:r,BYTES:o,isLE:c,ORDER:s,_mod:i}=this;if(r){if(e.length<1||!r.includes(e.length)||e.length>o)throw new Error("Field.fromBytes: expected "+r+" bytes, got "+e.length);let f=new Uint8Array(o);f.set(e,c?0:f.length-e.length),e=f}if(e.length!==o)throw new Error("Field.fromBytes: expected "+o+" bytes, got "+e.length);let a=c?Mn(e):Pe(e);if(i&&(a=we(a,s)),!t&&!this.isValid(a))throw new Error("invalid field element: outside of range 0..ORDER");return a}invertBatch(e){return Ie(this,e,!0)}cmov(e,t,r){return Ge(r,"condition"),r?t:e}};function Ye(n,e={}){return Object.freeze(an.prototype),new an(n,e)}function B1(n){if(typeof n!="bigint")throw new Error("field order must be bigint");if(n<=H)throw new Error("field order must be greater than 1");let e=ve(n-H);return Math.ceil(e/8)}function Yn(n){let e=B1(n);return e+Math.ceil(e/2)}function O1(n,e,t=!1){V(n);let r=n.length,o=B1(e),c=Math.max(Yn(e),16);if(r<c||r>1024)throw new Error("expected "+c+"-1024 bytes of input, got "+r);let s=t?Mn(n):Pe(n),i=we(s,e-H)+H;return t?Hn(i,o):Ve(i,o)}var Kn=BigInt(0),Ut=BigInt(1),Nc=BigInt(4),Wn=16,S1=128,Ic=5,v1=2**31;function gt(n){let e=n;if(typeof e!="function")throw new TypeError('"Point" expected constructor, got type='+typeof n);it(e.fromAffine,"Point.fromAffine"),it(e.fromBytes,"Point.fromBytes"),it(e.fromHex,"Point.fromHex"),Me(e.BASE,"Point.BASE"),Me(e.ZERO,"Point.ZERO"),le(e.Fp),le(e.Fn)}function T1(n,e){gt(n),F1(e,n);let t=Ie(n.Fp,e.map(r=>r.Z));return e.map((r,o)=>n.fromAffine(r.toAffine(t[o])))}function jc(n,e,t=1){if(!Number.isSafeInteger(n)||n<t||n>e)throw new Error("invalid window size, expected ["+t+".."+e+"], got W="+n)}function qc(n,e){let t=n*(4*e+128);if(t>v1)throw new Error("invalid window size: table would need ~"+Math.ceil(t/2**20)+" MiB, max "+v1/2**20+" MiB")}function R1(n,e){if(n!==void 0){it(n,"randomBytes");try{let t=n(e);if(!Ze(t)||t.length!==e)return}catch{return}return n}}function F1(n,e){Se(n,"points"),n.forEach((t,r)=>{if(!(t instanceof e))throw new Error("invalid point at index "+r)})}function Uc(n,e,t){if(!Array.isArray(n))throw new Error("array of scalars expected");n.forEach((r,o)=>{if(!(t===void 0?e.isValid(r):He(r)&&r<t))throw new Error("invalid scalar at index "+o)})}var A1=new WeakMap;function Xn(n){return A1.get(n)||1}function Lc(n,e){let t=n.double(),r=[n];for(let o=1;o<e;o++)r.push(r[o-1].add(t));return r}function $c(n,e){let t=2**e,r=t/2,o=BigInt(t-1),c=[];for(;n>Kn;){let s=0;n&Ut&&(s=Number(n&o),s>=r&&(s-=t),n-=BigInt(s)),c.push(s),n>>=Ut}return c}function kc(n,e,t){let r=2**e,o=r/2,c=BigInt(r-1),s=BigInt(e),i=[];for(let a=0;a<t;a++){let f=Number(n&c);n>>=s,f>o&&(f-=r,n+=Ut),i.push(f)}if(n!==Kn)throw new Error("invalid wnaf");return i}function Dc(n,e,t){let r=0;for(let c of t)r=Math.max(r,c.length);let o=n;for(let c=r-1;c>=0;c--){c!==r-1&&(o=o.double());for(let s=0;s<t.length;s++){let i=t[s][c];if(i){let a=e[s][Math.abs(i)-1>>1];o=o.add(i<0?a.negate():a)}}}return o}var un=class{Point;BASE;ZERO;randomBytes;wnafPrecomputes=new WeakMap;baseCanBeBlinded;bits;constructor(e,t){gt(e),this.randomBytes=R1(t,Wn),this.Point=e,this.BASE=e.BASE,this.ZERO=e.ZERO,this.bits=e.Fn.BITS}buildWnafTable(e,t,r){let o=Math.ceil(r/t)+1,c=2**(t-1),s=[],i=e;for(let a=0;a<o;a++){let f=i;for(let d=0;d<c;d++)s.push(f),f=f.add(i);i=s[s.length-1].double()}return{W:t,bits:r,windows:o,comp:s}}wnafCachedCT(e,t){let{W:r,windows:o,comp:c}=e,s=2**(r-1),i=kc(t,r,o),a=this.ZERO,f=this.BASE;for(let d=0;d<o;d++){let u=i[d],h=d*s,l=Math.abs(u)-1,p=c[h];for(let b=1;b<s;b++)p=b===l?c[h+b]:p;let g=p.negate();u===0?f=f.add(c[h]):a=a.add(u<0?g:p)}return{p:a,f}}getWnafPrecomputes(e,t,r,o){let c=this.wnafPrecomputes.get(t),s=c?.find(i=>i.W===e&&i.bits===r);return s||(s=this.buildWnafTable(t,e,r),typeof o=="function"&&(s={...s,comp:o(s.comp)}),c||(c=[],this.wnafPrecomputes.set(t,c)),c.push(s)),s}assertPoint(e){if(!(e instanceof this.Point))throw new TypeError('"point" expected Point instance, got type='+typeof e)}validateMulInput(e,t){if(this.assertPoint(e),!Zn(t,Ut,this.Point.Fn.ORDER))throw new Error("invalid scalar")}runCT(e,t,r,o){let c=Xn(e);return c===1?this.fixedWindowCT(e,t,r):this.wnafCachedCT(this.getWnafPrecomputes(c,e,r,o),t)}mulCT(e,t,r){return this.validateMulInput(e,t),this.runCT(e,t,this.bits,r)}mulCTBlinded(e,t,r){if(this.validateMulInput(e,t),this.randomBytes===void 0)throw new Error("randomBytes is required for scalar blinding");let o=this.Point.Fn.BITS+S1,c=this.randomBytes(Wn);if(!Ze(c)||c.length!==Wn)throw new Error("randomBytes returned invalid byte array");c[0]=c[0]&63|128;let s=t+Pe(c)*this.Point.Fn.ORDER;return this.runCT(e,s,o,r)}fixedWindowCT(e,t,r){let o=Ic,c=1<<o,s=sn(o),i=new Array(c);i[0]=this.ZERO;for(let d=1;d<c;d++)i[d]=i[d-1].add(e);let a=Math.ceil(r/o),f=this.ZERO;for(let d=a-1;d>=0;d--){if(d!==a-1)for(let l=0;l<o;l++)f=f.double();let u=Number(t>>BigInt(d*o)&s),h=i[0];for(let l=1;l<c;l++)h=l===u?i[l]:h;f=f.add(h)}return{p:f,f}}shouldBlind(e,t){return this.randomBytes===void 0?!1:t===Ut?!0:e!==this.BASE?!1:(this.baseCanBeBlinded===void 0&&(this.baseCanBeBlinded=this.mulUnsafe(this.BASE,this.Point.Fn.ORDER).is0()),this.baseCanBeBlinded)}mulSecret(e,t,r,o){return this.shouldBlind(e,r)?this.mulCTBlinded(e,t,o):this.mulCT(e,t,o)}mulUnsafe(e,t,r){if(this.assertPoint(e),!He(t))throw new Error("invalid scalar");let o=Xn(e);if(o===1||t>=this.Point.Fn.ORDER)return bn(this.Point,[e],[t],!0);let c=this.getWnafPrecomputes(o,e,this.bits,r);return this.wnafCachedCT(c,t).p}setWindowSize(e,t){this.assertPoint(e),jc(t,this.bits);let r=Math.ceil((this.bits+S1)/t)+1;qc(r*2**(t-1),this.Point.Fp.BYTES),A1.set(e,t),this.wnafPrecomputes.delete(e)}hasWindowSize(e){return Xn(e)!==1}};function bn(n,e,t,r=!1){if(gt(n),F1(e,n),Ge(r,"allowOversized"),Uc(t,n.Fn,r?n.Fn.ORDER**Nc:void 0),e.length!==t.length)throw new Error("arrays of points and scalars must have equal length");let o=e.map(s=>Lc(s,4)),c=t.map(s=>$c(s,4));return Dc(n.ZERO,o,c)}function _1(n,e,t){if(e){if(e.ORDER!==n)throw new Error("Field.ORDER must match order: Fp == p, Fn == n");return le(e),e}else return Ye(n,{isLE:t})}function N1(n,e,t={},r){if(n!=="weierstrass"&&n!=="edwards")throw new Error('expected curve type "weierstrass" or "edwards"');if(r===void 0&&(r=n==="edwards"),!e||typeof e!="object")throw new Error(`expected valid ${n} CURVE object`);ce(t);for(let a of["p","n","h"]){let f=e[a];if(!(He(f)&&f!==Kn))throw new Error(`CURVE.${a} must be positive bigint`)}let o=_1(e.p,t.Fp,r),c=_1(e.n,t.Fn,r),i=["Gx","Gy","a",n==="weierstrass"?"b":"d"];for(let a of i)if(!o.isValid(e[a]))throw new Error(`CURVE.${a} must be valid field element of CURVE.Fp`);return e=Object.freeze(Object.assign({},e)),{CURVE:e,Fp:o,Fn:c}}var I1=BigInt(0),je=BigInt(1),We=BigInt(2),j1=BigInt(3),q1=BigInt(4),Cc=Pe;function ft(n,e){if(W(n),W(e),e<0||e>4)throw new Error("invalid I2OSP length: "+e);if(n<0||n>2**(8*e)-1)throw new Error("invalid I2OSP input: "+n);let t=Array.from({length:e}).fill(0);for(let r=e-1;r>=0;r--)t[r]=n&255,n>>>=8;return new Uint8Array(t)}function zc(n,e){let t=new Uint8Array(n.length);for(let r=0;r<n.length;r++)t[r]=n[r]^e[r];return t}function U1(n){if(!Ze(n)&&typeof n!="string")throw new Error("DST must be Uint8Array or ascii string");let e=typeof n=="string"?on(n):n;if(e.length===0)throw new Error("DST must be non-empty");return e}function Mc(n,e,t,r){if(V(n),W(t),typeof r!="function")throw new Error("expand_message_xmd: expected hash function");W(r.outputLen,"hash.outputLen"),W(r.blockLen,"hash.blockLen"),e=U1(e),e.length>255&&(e=r(re(on("H2C-OVERSIZE-DST-"),e)));let{outputLen:o,blockLen:c}=r,s=Math.ceil(t/o);if(t>65535||s>255)throw new Error("expand_message_xmd: invalid lenInBytes");let i=re(e,ft(e.length,1)),a=new Uint8Array(c),f=ft(t,2),d=new Array(s),u=r(re(a,n,f,ft(0,1),i));d[0]=r(re(u,ft(1,1),i));for(let l=1;l<s;l++){let p=[zc(u,d[l-1]),ft(l+1,1),i];d[l]=r(re(...p))}return re(...d).slice(0,t)}function Hc(n,e,t,r,o){if(V(n),W(t),W(r,"k"),r<0)throw new Error("expand_message_xof: invalid k");if(typeof o!="function")throw new Error("expand_message_xof: expected XOF function");if(typeof o.create!="function")throw new Error("expand_message_xof: expected XOF create");if(e=U1(e),t<0||t>65535)throw new Error("expand_message_xof: invalid lenInBytes");if(e.length>255){let c=Math.ceil(2*r/8);e=o.create({dkLen:c}).update(on("H2C-OVERSIZE-DST-")).update(e).digest()}if(e.length>255)throw new Error("expand_message_xof: invalid DST");return o.create({dkLen:t}).update(n).update(ft(t,2)).update(e).update(ft(e.length,1)).digest()}function Lt(n,e,t){ce(t,{p:"bigint",m:"number",k:"number",hash:"function"});let{p:r,k:o,m:c,hash:s,expand:i,DST:a}=t;if(W(s.outputLen,"valid hash"),V(n),W(e),W(c,"m"),W(o,"k"),r<=BigInt(1))throw new Error("hash_to_field: expected valid field characteristic");if(e<1)throw new Error("hash_to_field: expected count >= 1");if(c<1)throw new Error("hash_to_field: expected m >= 1");if(o<0)throw new Error("hash_to_field: invalid k");let f=r.toString(2).length,d=Math.ceil((f+o)/8),u=e*c*d,h;if(i==="xmd")h=Mc(n,a,u,s);else if(i==="xof")h=Hc(n,a,u,o,s);else if(i==="_internal_pass")h=n;else throw new Error('expand must be "xmd" or "xof"');let l=new Array(e);for(let p=0;p<e;p++){let g=new Array(c);for(let b=0;b<c;b++){let w=d*(b+p*c),_=h.subarray(w,w+d);g[b]=we(Cc(_),r)}l[p]=g}return l}function Jn(n,e){le(n),Se(e,"map");let t=e.map((r,o)=>{if(Se(r,"map["+o+"]"),r.length<1)throw new Error("isogenyMap: expected non-empty coefficients");return Array.from(r).reverse()});return(r,o)=>{let[c,s,i,a]=t.map(h=>h.reduce((l,p)=>n.add(n.mul(l,r),p))),f=n.is0(s)||n.is0(a),[d,u]=Ie(n,[s,a],!0);return r=n.mul(c,d),o=n.mul(o,n.mul(i,u)),f?{x:n.ZERO,y:n.ZERO}:{x:r,y:o}}}var Zc="HashToScalar-";function Qn(n,e,t){if(typeof e!="function")throw new Error("mapToCurve() must be defined");ce(t);let r=a=>Object.freeze({...a,DST:Ze(a.DST)?pt(a.DST):a.DST,...a.encodeDST===void 0?{}:{encodeDST:Ze(a.encodeDST)?pt(a.encodeDST):a.encodeDST}}),o=r(t),c=a=>a&&a.DST!==void 0?{DST:a.DST}:void 0;function s(a){return n.fromAffine(e(a))}function i(a){let f=a.clearCofactor();return f.equals(n.ZERO)?n.ZERO:(f.assertValidity(),f)}return Object.freeze({get defaults(){return r(o)},Point:n,hashToCurve(a,f){let d=Object.assign({},o,c(f)),u=Lt(a,2,d),h=s(u[0]),l=s(u[1]);return i(h.add(l))},encodeToCurve(a,f){let d=o.encodeDST===void 0?{}:{DST:o.encodeDST},u=Object.assign({},o,d,c(f)),h=Lt(a,1,u),l=s(h[0]);return i(l)},mapToCurve(a){if(o.m===1){if(typeof a!="bigint")throw new Error("expected bigint (m=1)");return i(s([a]))}if(!Array.isArray(a))throw new Error("expected array of bigints");if(a.length!==o.m)throw new Error(`expected array of ${o.m} bigints`);for(let f of a)if(typeof f!="bigint")throw new Error("expected array of bigints");return i(s(a))},hashToScalar(a,f){let d=n.Fn.ORDER,u=Object.assign({},o,{DST:Zc},c(f),{p:d,m:1});return Lt(a,1,u)[0][0]}})}function Gc(n,e){let t=le(n),r=t.ORDER,o=I1;for(let g=r-je;g%We===I1;g/=We)o+=je;let c=o,s=We<<c-je-je,i=s*We,a=(r-je)/i,f=(a-je)/We,d=i-je,u=s,h=t.pow(e,a),l=t.pow(e,(a+je)/We),p=(g,b)=>{let w=h,_=t.pow(b,d),U=t.sqr(_);U=t.mul(U,b);let A=t.mul(g,U);A=t.pow(A,f),A=t.mul(A,_),_=t.mul(A,b),U=t.mul(A,g);let L=t.mul(U,_);A=t.pow(L,u);let Z=t.eql(A,t.ONE);_=t.mul(U,l),A=t.mul(L,w),U=t.cmov(_,U,Z),L=t.cmov(A,L,Z);for(let M=c;M>je;M--){let D=M-We;D=We<<D-je;let J=t.pow(L,D),oe=t.eql(J,t.ONE);_=t.mul(U,w),w=t.mul(w,w),J=t.mul(L,w),U=t.cmov(_,U,oe),L=t.cmov(J,L,oe)}return{isValid:!t.is0(b)&&(Z||t.is0(g)),value:U}};if(t.ORDER%q1===j1){let g=(t.ORDER-j1)/q1,b=t.sqrt(t.neg(e));p=(w,_)=>{let U=t.sqr(_),A=t.mul(w,_);U=t.mul(U,A);let L=t.pow(U,g);L=t.mul(L,A);let Z=t.mul(L,b),M=t.mul(t.sqr(L),_),D=t.eql(M,w),J=t.cmov(Z,L,D);return{isValid:!t.is0(_)&&D,value:J}}}return p}function er(n,e){let t=le(n);ce(e,{},{},"opts");let{A:r,B:o,Z:c}=e;if(!t.isValidNot0(r)||!t.isValidNot0(o)||!t.isValid(c))throw new Error("mapToCurveSimpleSWU: invalid opts");if(t.eql(c,t.neg(t.ONE))||Vn(t,c))throw new Error("mapToCurveSimpleSWU: invalid opts");let s=t.mul(o,t.inv(t.mul(c,r))),i=t.add(t.add(t.mul(t.sqr(s),s),t.mul(r,s)),o);if(!Vn(t,i))throw new Error("mapToCurveSimpleSWU: invalid opts");let a=Gc(t,c);if(!t.isOdd)throw new Error("Field does not have .isOdd()");return f=>{let d,u,h,l,p,g,b,w;d=t.sqr(f),d=t.mul(d,c),u=t.sqr(d),u=t.add(u,d),h=t.add(u,t.ONE),h=t.mul(h,o),l=t.cmov(c,t.neg(u),!t.eql(u,t.ZERO)),l=t.mul(l,r),u=t.sqr(h),g=t.sqr(l),p=t.mul(g,r),u=t.add(u,p),u=t.mul(u,h),g=t.mul(g,l),p=t.mul(g,o),u=t.add(u,p),b=t.mul(d,h);let{isValid:_,value:U}=a(u,g);w=t.mul(d,f),w=t.mul(w,U),b=t.cmov(b,h,_),w=t.cmov(w,U,_);let A=t.isOdd(f)===t.isOdd(w);w=t.cmov(t.neg(w),w,A);let L=Ie(t,[l],!0)[0];return b=t.mul(b,L),{x:b,y:w}}}var L1=(n,e)=>(n+(n>=0?e:-e)/Vc)/e;function Pc(n,e,t){cn("scalar",n,wt,t);let[[r,o],[c,s]]=e,i=L1(s*n,t),a=L1(-o*n,t),f=n-i*r-a*c,d=-i*o-a*s,u=f<wt,h=d<wt;u&&(f=-f),h&&(d=-d);let l=sn(Math.ceil(ve(t)/2))+$t;if(f<wt||f>=l||d<wt||d>=l)throw new Error("splitScalar (endomorphism): failed for k");return{k1neg:u,k1:f,k2neg:h,k2:d}}var wt=BigInt(0),$t=BigInt(1),Vc=BigInt(2),tr=BigInt(3),Yc=BigInt(4);function nr(n,e={}){let t=N1("weierstrass",n,e),r=t.Fp,o=t.Fn,c=t.CURVE,{h:s,n:i}=c;ce(e,{},{allowInfinityPoint:"boolean",clearCofactor:"function",isTorsionFree:"function",fromBytes:"function",toBytes:"function",endo:"object",randomBytes:"function"});let{endo:a,allowInfinityPoint:f,clearCofactor:d,isTorsionFree:u,fromBytes:h,toBytes:l}=e,p=e.randomBytes===void 0?ht:e.randomBytes;if(a&&(!r.is0(c.a)||typeof a.beta!="bigint"||!Array.isArray(a.basises)))throw new Error('invalid endo: expected "beta": bigint and "basises": array');let g=a?{beta:a.beta,basises:a.basises.map(v=>[...v])}:void 0,b=Xc(r,o);function w(){if(!r.isOdd)throw new Error("compression is not supported: Field does not have .isOdd()")}function _(v,m,x){if(m.is0()){if(!f)throw new Error("bad point: ZERO");return Uint8Array.of(0)}let{x:B,y:O}=m.toAffine(),F=r.toBytes(B);if(Ge(x,"isCompressed"),x){w();let T=!r.isOdd(O);return re(Wc(T),F)}else return re(Uint8Array.of(4),F,r.toBytes(O))}function U(v){V(v,void 0,"Point");let{publicKey:m,publicKeyUncompressed:x}=b,B=v.length,O=v[0],F=v.subarray(1);if(f&&B===1&&O===0)return{x:r.ZERO,y:r.ZERO};if(B===m&&(O===2||O===3)){let T=r.fromBytes(F);if(!r.isValid(T))throw new Error("bad point: is not on curve, wrong x");let q=D(T),N;try{N=r.sqrt(q)}catch(P){let Q=P instanceof Error?": "+P.message:"";throw new Error("bad point: is not on curve, sqrt error"+Q)}w();let $=r.isOdd(N);return(O&1)===1!==$&&(N=r.neg(N)),{x:T,y:N}}else if(B===x&&O===4){let T=r.BYTES,q=r.fromBytes(F.subarray(0,T)),N=r.fromBytes(F.subarray(T,T*2));if(!J(q,N))throw new Error("bad point: is not on curve");return{x:q,y:N}}else throw new Error(`bad point: got length ${B}, expected compressed=${m} or uncompressed=${x}`)}let A=l===void 0?_:l,L=h===void 0?U:h,Z=r.mul(c.b,tr),M=r.is0(c.a)?v=>r.ZERO:v=>r.mul(c.a,v);function D(v){let m=r.sqr(v),x=r.mul(m,v);return r.add(r.add(x,r.mul(v,c.a)),c.b)}function J(v,m){let x=r.sqr(m),B=D(v);return r.eql(x,B)}if(!J(c.Gx,c.Gy))throw new Error("bad curve params: generator point");let oe=r.mul(r.pow(c.a,tr),Yc),ae=r.mul(r.sqr(c.b),BigInt(27));if(r.is0(r.add(oe,ae)))throw new Error("bad curve params: a or b");function ge(v,m,x=!1){if(!r.isValid(m)||x&&r.is0(m))throw new Error(`bad point coordinate ${v}`);return typeof m=="object"&&m!==null?r.create(m):m}function Re(v){if(!(v instanceof E))throw new Error("Weierstrass Point expected")}function Ue(v){if(!g||!g.basises)throw new Error("no endo");return Pc(v,g.basises,o.ORDER)}function Tt(v,m,x,B){if(!o.isValid(B))throw new RangeError("invalid scalar: out of range");if(g){let{k1neg:O,k1:F,k2neg:T,k2:q}=Ue(B),N=new E(r.mul(x.X,g.beta),x.Y,x.Z);v.push(O?x.negate():x,T?N.negate():N),m.push(F,q)}else v.push(x),m.push(B)}let Kt=new WeakSet;class E{static BASE=new E(c.Gx,c.Gy,r.ONE);static ZERO=new E(r.ZERO,r.ONE,r.ZERO);static Fp=r;static Fn=o;X;Y;Z;constructor(m,x,B){this.X=ge("x",m),this.Y=ge("y",x,!0),this.Z=ge("z",B),Object.freeze(this)}static CURVE(){return c}static fromAffine(m){let{x,y:B}=m||{};if(!m||!r.isValid(x)||!r.isValid(B))throw new Error("invalid affine point");if(m instanceof E)throw new Error("projective point not allowed");return r.is0(x)&&r.is0(B)?E.ZERO:new E(x,B,r.ONE)}static fromBytes(m){let x=E.fromAffine(L(V(m,void 0,"point")));return x.assertValidity(),x}static fromHex(m){return E.fromBytes(qt(m))}get x(){return this.toAffine().x}get y(){return this.toAffine().y}precompute(m=6,x=!0){return j.setWindowSize(this,m),x||this.multiply(tr),this}assertValidity(){let m=this;if(m.is0()){if(f&&r.is0(m.X)&&r.eql(m.Y,r.ONE)&&r.is0(m.Z))return;throw new Error("bad point: ZERO")}if(Kt.has(m))return;let{x,y:B}=m.toAffine();if(!r.isValid(x)||!r.isValid(B))throw new Error("bad point: x or y not field elements");if(!J(x,B))throw new Error("bad point: equation left != right");if(!m.isTorsionFree())throw new Error("bad point: not in prime-order subgroup");Kt.add(m)}hasEvenY(){let{y:m}=this.toAffine();if(!r.isOdd)throw new Error("Field doesn't support isOdd");return!r.isOdd(m)}equals(m){Re(m);let{X:x,Y:B,Z:O}=this,{X:F,Y:T,Z:q}=m,N=r.eql(r.mul(x,q),r.mul(F,O)),$=r.eql(r.mul(B,q),r.mul(T,O));return N&&$}negate(){return new E(this.X,r.neg(this.Y),this.Z)}double(){let{X:m,Y:x,Z:B}=this,O=r.ZERO,F=r.ZERO,T=r.ZERO,q=r.mul(m,m),N=r.mul(x,x),$=r.mul(B,B),k=r.mul(m,x);return k=r.add(k,k),T=r.mul(m,B),T=r.add(T,T),O=M(T),F=r.mul(Z,$),F=r.add(O,F),O=r.sub(N,F),F=r.add(N,F),F=r.mul(O,F),O=r.mul(k,O),T=r.mul(Z,T),$=M($),k=r.sub(q,$),k=M(k),k=r.add(k,T),T=r.add(q,q),q=r.add(T,q),q=r.add(q,$),q=r.mul(q,k),F=r.add(F,q),$=r.mul(x,B),$=r.add($,$),q=r.mul($,k),O=r.sub(O,q),T=r.mul($,N),T=r.add(T,T),T=r.add(T,T),new E(O,F,T)}add(m){Re(m);let{X:x,Y:B,Z:O}=this,{X:F,Y:T,Z:q}=m,N=r.ZERO,$=r.ZERO,k=r.ZERO,P=r.mul(x,F),Q=r.mul(B,T),te=r.mul(O,q),Oe=r.add(x,B),Y=r.add(F,T);Oe=r.mul(Oe,Y),Y=r.add(P,Q),Oe=r.sub(Oe,Y),Y=r.add(x,O);let ne=r.add(F,q);return Y=r.mul(Y,ne),ne=r.add(P,te),Y=r.sub(Y,ne),ne=r.add(B,O),N=r.add(T,q),ne=r.mul(ne,N),N=r.add(Q,te),ne=r.sub(ne,N),k=M(Y),N=r.mul(Z,te),k=r.add(N,k),N=r.sub(Q,k),k=r.add(Q,k),$=r.mul(N,k),Q=r.add(P,P),Q=r.add(Q,P),te=M(te),Y=r.mul(Z,Y),Q=r.add(Q,te),te=r.sub(P,te),te=M(te),Y=r.add(Y,te),P=r.mul(Q,Y),$=r.add($,P),P=r.mul(ne,Y),N=r.mul(Oe,N),N=r.sub(N,P),P=r.mul(Oe,Q),k=r.mul(ne,k),k=r.add(k,P),new E(N,$,k)}subtract(m){return Re(m),this.add(m.negate())}is0(){return this.equals(E.ZERO)}multiply(m){if(!o.isValidNot0(m))throw new RangeError("invalid scalar: out of range");let{p:x,f:B}=j.mulSecret(this,m,s,I);return I([x,B])[0]}multiplyUnsafe(m){let x=this,B=m;if(!o.isValid(B))throw new RangeError("invalid scalar: out of range");if(B===wt||x.is0())return E.ZERO;if(B===$t)return x;if(j.hasWindowSize(this))return j.mulUnsafe(x,B,I);let O=[],F=[];return Tt(O,F,x,B),bn(E,O,F)}mulAddUnsafe(m,x,B){Re(x);let O=[],F=[];return Tt(O,F,this,m),Tt(O,F,x,B),bn(E,O,F)}toAffine(m){let x=this,B=m;if(B!=null&&!r.isValid(B))throw new RangeError('"invertedZ" expected valid field element');let{X:O,Y:F,Z:T}=x;if(r.eql(T,r.ONE))return{x:O,y:F};let q=x.is0();B==null&&(B=q?r.ONE:r.inv(T));let N=r.mul(O,B),$=r.mul(F,B),k=r.mul(T,B);if(q)return{x:r.ZERO,y:r.ZERO};if(!r.eql(k,r.ONE))throw new Error("invZ was invalid");return{x:N,y:$}}isTorsionFree(){return s===$t?!0:u?u(E,this):j.mulUnsafe(this,i).is0()}clearCofactor(){return s===$t?this:d?d(E,this):this.multiplyUnsafe(s)}isSmallOrder(){return s===$t?this.is0():this.clearCofactor().is0()}toBytes(m=!0){return Ge(m,"isCompressed"),this.assertValidity(),A(E,this,m)}toHex(m=!0){return jt(this.toBytes(m))}toString(){return`<Point ${this.is0()?"ZERO":this.toHex()}>`}}let I=v=>T1(E,v),j=new un(E,p);return j.bits>=6&&E.BASE.precompute(6),Object.freeze(E.prototype),Object.freeze(E),E}function Wc(n){return Uint8Array.of(n?2:3)}function Xc(n,e){return{secretKey:e.BYTES,publicKey:1+n.BYTES,publicKeyUncompressed:1+2*n.BYTES,publicKeyHasPrefix:!0,signature:2*e.BYTES}}var Kc=BigInt(0),ln=BigInt(1),$1=BigInt(2),yt=BigInt(3);function Jc(n){let e=[];for(;n>ln;n>>=ln)(n&ln)===Kc?e.unshift(0):(n&yt)===yt?(e.unshift(-1),n+=ln):e.unshift(1);return e}function rr(n){if(!Array.isArray(n)||n.length===0)throw new Error("expected non-empty array")}function Qc(n,e,t,r){if(ce(n,{Fp:"object",Fr:"object",Fp2:"object",Fp12:"object"},{Fp6:"object"},"fields"),typeof e!="function")throw new TypeError('"G1_Point" expected point constructor, got type='+typeof e);if(typeof t!="function")throw new TypeError('"G2_Point" expected point constructor, got type='+typeof t);ce(r,{ateLoopSize:"bigint",xNegative:"boolean",twistType:"string"},{randomBytes:"function",postPrecompute:"function"},"params");let{Fp:o,Fr:c,Fp2:s,Fp12:i}=n,{twistType:a,ateLoopSize:f,xNegative:d,postPrecompute:u}=r,h=(E,I)=>({c0:E,c1:I}),l=({c0:E,c1:I})=>Object.freeze({c0:E,c1:I}),p=(E,I)=>h(o.add(E.c0,I.c0),o.add(E.c1,I.c1)),g=(E,I)=>h(o.sub(E.c0,I.c0),o.sub(E.c1,I.c1)),b=(E,I)=>{let j=o.mul(E.c0,I.c0),v=o.mul(E.c1,I.c1);return h(o.sub(j,v),o.sub(o.mul(o.add(E.c0,E.c1),o.add(I.c0,I.c1)),o.add(j,v)))},w=(E,I)=>h(o.mul(E.c0,I),o.mul(E.c1,I)),_=E=>s.mulByNonresidue(E),U=({c0:E,c1:I},j,v,m,x,B)=>{let O=w(v,x),F=w(m,B),{c0:T,c1:q,c2:N}=E,{c0:$,c1:k,c2:P}=I,Q=b(T,j),te=b(q,O),Oe=p(_(g(b(p(q,N),O),te)),Q),Y=g(g(b(p(j,O),p(T,q)),Q),te),ne=p(g(b(p(T,N),j),Q),te),Rt=_(b(P,F)),Ft=b($,F),At=b(k,F),nt=p(T,$),rt=p(q,k),Nt=p(N,P),ot=p(O,F),ct=b(nt,j),st=b(rt,ot),Nn=p(_(g(b(p(rt,Nt),ot),st)),ct),In=g(g(b(p(j,ot),p(nt,rt)),ct),st),jn=p(g(b(p(nt,Nt),j),ct),st);return Object.freeze({c0:Object.freeze({c0:l(p(_(At),Oe)),c1:l(p(Rt,Y)),c2:l(p(Ft,ne))}),c1:Object.freeze({c0:l(g(g(Nn,Oe),Rt)),c1:l(g(g(In,Y),Ft)),c2:l(g(g(jn,ne),At))})})},A=({c0:E,c1:I},j,v,m,x,B)=>{let O=w(j,B),F=w(v,x),{c0:T,c1:q,c2:N}=E,{c0:$,c1:k,c2:P}=I,Q=b(T,O),te=b(q,O),Oe=b(N,O),Y=b($,F),ne=b(k,m),Rt=p(_(g(b(p(k,P),m),ne)),Y),Ft=g(g(b(p(F,m),p($,k)),Y),ne),At=p(g(b(p($,P),F),Y),ne),nt=p(T,$),rt=p(q,k),Nt=p(N,P),ot=p(O,F),ct=b(nt,ot),st=b(rt,m),Nn=p(_(g(b(p(rt,Nt),m),st)),ct),In=g(g(b(p(ot,m),p(nt,rt)),ct),st),jn=p(g(b(p(nt,Nt),ot),ct),st);return Object.freeze({c0:Object.freeze({c0:l(p(_(At),Q)),c1:l(p(Rt,te)),c2:l(p(Ft,Oe))}),c1:Object.freeze({c0:l(g(g(Nn,Q),Rt)),c1:l(g(g(In,te),Ft)),c2:l(g(g(jn,Oe),At))})})},L;if(a==="multiplicative")L=(E,I,j,v,m,x)=>U(v,E,I,j,m,x);else if(a==="divisive")L=(E,I,j,v,m,x)=>A(v,j,I,E,m,x);else throw new Error("bls: unknown twist type");let Z=s.div(s.ONE,s.mul(s.ONE,$1));function M(E,I,j,v){let m=s.sqr(j),x=s.sqr(v),B=s.mulByB(s.mul(x,yt)),O=s.mul(B,yt),F=s.sub(s.sub(s.sqr(s.add(j,v)),x),m),T=s.sub(B,m),q=s.mul(s.sqr(I),yt),N=s.neg(F);return E.push([T,q,N]),I=s.mul(s.mul(s.mul(s.sub(m,O),I),j),Z),j=s.sub(s.sqr(s.mul(s.add(m,O),Z)),s.mul(s.sqr(B),yt)),v=s.mul(m,F),{Rx:I,Ry:j,Rz:v}}function D(E,I,j,v,m,x){let B=s.sub(j,s.mul(x,v)),O=s.sub(I,s.mul(m,v)),F=s.sub(s.mul(B,m),s.mul(O,x)),T=s.neg(B),q=O;E.push([F,T,q]);let N=s.sqr(O),$=s.mul(N,O),k=s.mul(N,I),P=s.add(s.sub($,s.mul(k,$1)),s.mul(s.sqr(B),v));return I=s.mul(O,P),j=s.sub(s.mul(s.sub(k,P),B),s.mul($,j)),v=s.mul(v,$),{Rx:I,Ry:j,Rz:v}}let J=Jc(f),oe=E=>{if(!(E instanceof t))throw new TypeError('"point" expected G2 point, got type='+typeof E);let I=E,{x:j,y:v}=I.toAffine(),m=j,x=v,B=s.neg(v),O=m,F=x,T=s.ONE,q=[];for(let N of J){let $=[];({Rx:O,Ry:F,Rz:T}=M($,O,F,T)),N&&({Rx:O,Ry:F,Rz:T}=D($,O,F,T,m,N===-1?B:x)),q.push($)}if(u){let N=q[q.length-1];u(O,F,T,m,x,D.bind(null,N))}return q};function ae(E,I=!1){Se(E,"pairs",(v,m)=>{if(Se(v,m),v.length!==3)throw new TypeError(`"${m}" expected precompute tuple`);Se(v[0],m+"[0]")});let j=i.ONE;if(E.length){let v=E[0][0].length;for(let m=0;m<v;m++){m!==0&&(j=i.sqr(j));for(let[x,B,O]of E)for(let[F,T,q]of x[m])j=L(F,T,q,j,B,O)}}return d&&(j=i.conjugate(j)),I?i.finalExponentiate(j):j}function ge(E,I=!0){Se(E,"pairs");let j=[];for(let v=0;v<E.length;v++){let m=E[v];ce(m,{g1:"object",g2:"object"},{},"pairs["+v+"]");let{g1:x,g2:B}=m;if(!(x instanceof e))throw new TypeError('"pairs['+v+'].g1" expected G1 point, got type='+typeof x);if(!(B instanceof t))throw new TypeError('"pairs['+v+'].g2" expected G2 point, got type='+typeof B);if(x.is0()||B.is0())throw new Error("pairing is not available for ZERO point");x.assertValidity(),B.assertValidity();let O=x.toAffine();j.push([oe(B),O.x,O.y])}return ae(j,I)}function Re(E,I,j=!0){if(!(E instanceof e))throw new TypeError('"Q" expected G1 point, got type='+typeof E);if(!(I instanceof t))throw new TypeError('"P" expected G2 point, got type='+typeof I);return ge([{g1:E,g2:I}],j)}let Ue={seed:Yn(c.ORDER)},Tt=r.randomBytes===void 0?ht:r.randomBytes,Kt=E=>(E=E===void 0?Tt(Ue.seed):E,V(E,Ue.seed,"seed"),O1(E,c.ORDER));return Object.freeze(Ue),{lengths:Ue,Fr:c,Fp12:i,millerLoopBatch:ae,pairing:Re,pairingBatch:ge,calcPairingPrecomputes:oe,randomSecretKey:Kt}}function k1(n,e,t,r,o,c){let{Fr:s,Fp12:i,pairingBatch:a,randomSecretKey:f,lengths:d}=n;c||(c={fromBytes:Ne,fromHex:Ne,toBytes:Ne,toHex:Ne});let u=Object.freeze({...c});function h(b){return b instanceof e?b:e.fromBytes(b)}function l(b){return b instanceof t?b:u.fromBytes(b)}function p(b){if(!(b instanceof t))throw new Error(`expected valid message hashed to ${r?"G1":"G2"} curve`);return b}let g=r?(b,w)=>({g1:w,g2:b}):(b,w)=>({g1:b,g2:w});return Object.freeze({lengths:Object.freeze({...d,secretKey:s.BYTES}),keygen(b){let w=f(b),_=this.getPublicKey(w);return{secretKey:w,publicKey:_}},getPublicKey(b){let w;try{w=e.Fn.fromBytes(b)}catch(_){throw new Error("invalid private key: "+typeof b,{cause:_})}return e.BASE.multiply(w)},sign(b,w,_){if(_!=null)throw new Error("sign() expects 2 arguments");let U=e.Fn.fromBytes(w);return p(b).assertValidity(),b.multiply(U)},verify(b,w,_,U){if(U!=null)throw new Error("verify() expects 3 arguments");b=l(b),_=h(_);let A=_.negate(),L=e.BASE,Z=p(w),M=b;try{let D=a([g(A,Z),g(L,M)]);return i.eql(D,i.ONE)}catch{return!1}},verifyBatch(b,w){rr(w);let _=l(b),U=w.map(D=>p(D.message)),A=w.map(D=>h(D.publicKey)),L=new Map;for(let D=0;D<A.length;D++){let J=A[D],oe=U[D],ae=L.get(oe);ae===void 0&&(ae=[],L.set(oe,ae)),ae.push(J)}let Z=[],M=e.BASE;try{for(let[D,J]of L){let oe=J.reduce((ae,ge)=>ae.add(ge));Z.push(g(oe,D))}return Z.push(g(M.negate(),_)),i.eql(a(Z),i.ONE)}catch{return!1}},aggregatePublicKeys(b){rr(b),b=b.map(_=>h(_));let w=b.reduce((_,U)=>_.add(U),e.ZERO);return w.assertValidity(),w},aggregateSignatures(b){rr(b),b=b.map(_=>l(_));let w=b.reduce((_,U)=>_.add(U),t.ZERO);return w.assertValidity(),w},hash(b,w){return V(b),o(b,w===void 0?void 0:{DST:w})},Signature:Object.freeze({...u})})}function es(n,e,t,r){let{Fp:o,Fr:c,Fp2:s,Fp6:i,Fp12:a}=n,f={Point:e},d={Point:t},u=Qc(n,e,t,r),{millerLoopBatch:h,pairing:l,pairingBatch:p,calcPairingPrecomputes:g,randomSecretKey:b,lengths:w}=u;return f.Point.BASE.precompute(4),Object.freeze(f),Object.freeze(d),Object.freeze({lengths:Object.freeze(w),millerLoopBatch:h,pairing:l,pairingBatch:p,G1:f,G2:d,fields:Object.freeze({Fr:c,Fp:o,Fp2:s,Fp6:i,Fp12:a}),params:Object.freeze({ateLoopSize:r.ateLoopSize,xNegative:r.xNegative,twistType:r.twistType,postPrecompute:r.postPrecompute}),utils:Object.freeze({randomSecretKey:b,calcPairingPrecomputes:g})})}function ts(n,e,t,r,o){let c=es(n,e,t,r);ce(o,{hasherOpts:"object",hasherOptsG1:"object",hasherOptsG2:"object"},{mapToG1:"function",mapToG2:"function"},"hasherParams");let s=Qn(e,o.mapToG1===void 0?Ne:o.mapToG1,{...o.hasherOpts,...o.hasherOptsG1}),i=Qn(t,o.mapToG2===void 0?Ne:o.mapToG2,{...o.hasherOpts,...o.hasherOptsG2});return Object.freeze({...c,G1:s,G2:i})}function D1(n,e,t,r,o,c){let s=ts(n,e,t,r,o),i={...s,Fr:s.fields.Fr,Fp12:s.fields.Fp12,calcPairingPrecomputes:s.utils.calcPairingPrecomputes,randomSecretKey:s.utils.randomSecretKey},a=k1(i,e,t,!1,s.G2.hashToCurve,c?.LongSignature),f=k1(i,t,e,!0,s.G1.hashToCurve,c?.ShortSignature);return Object.freeze({...s,longSignatures:a,shortSignatures:f})}var or=BigInt(0),Xe=BigInt(1),fe=BigInt(2),C1=BigInt(3),ns=BigInt(6),rs=BigInt(12),dt=n=>!!n&&typeof n=="object";function M1(n,e,t,r,o=1,c){W(o,"num"),W(r,"degree");let s=c===void 0?r:c;W(s,"divisor");let i=n;if(typeof t!="bigint"||t<=Xe)throw new Error("calcFrobeniusCoefficients: expected valid modulus, got "+t);if(r<=0)throw new Error("calcFrobeniusCoefficients: expected positive degree, got "+r);if(o<=0)throw new Error("calcFrobeniusCoefficients: expected positive row count, got "+o);if(s<=0)throw new Error("calcFrobeniusCoefficients: expected positive divisor, got "+s);let a=BigInt(s),f=t**BigInt(r),d=[];for(let u=0;u<o;u++){let h=BigInt(u+1),l=[];for(let p=0,g=Xe;p<r;p++){let b=h*g-h;if(b%a)throw new Error("calcFrobeniusCoefficients: inexact tower exponent");let w=b/a%f;l.push(i.pow(e,w)),g*=t}d.push(l)}return d}function H1(n,e,t){if(le(n),le(e),ce(e,{Fp:"object",frobeniusMap:"function",fromBigTuple:"function",mulByB:"function",mulByNonresidue:"function",reim:"function",Fp4Square:"function",NONRESIDUE:"object"},{}),!dt(t)||Array.isArray(t))throw new TypeError('"base" expected Fp2 element, got type='+typeof t);if(!e.isValid(t))throw new RangeError('"base" expected valid Fp2 element');let r=e.pow(t,(n.ORDER-Xe)/C1),o=e.pow(t,(n.ORDER-Xe)/fe);function c(h,l){let p=e.mul(e.frobeniusMap(h,1),r),g=e.mul(e.frobeniusMap(l,1),o);return[p,g]}let s=e.pow(t,(n.ORDER**fe-Xe)/C1),i=e.pow(t,(n.ORDER**fe-Xe)/fe);if(!e.eql(i,e.neg(e.ONE)))throw new Error("psiFrobenius: PSI2_Y!==-1");function a(h,l){return[e.mul(h,s),e.neg(l)]}let f=h=>(l,p)=>{if(typeof l!="function")throw new TypeError('"c" expected point constructor, got type='+typeof l);if(gt(l),!(p instanceof l))throw new TypeError('"P" expected Point instance, got type='+typeof p);let g=p.toAffine(),b=h(g.x,g.y);return l.fromAffine({x:b[0],y:b[1]})},d=f(c),u=f(a);return{psi:c,psi2:a,G2psi:d,G2psi2:u,PSI_X:r,PSI_Y:o,PSI2_X:s,PSI2_Y:i}}var cr=class{ORDER;BITS;BYTES;isLE;ZERO;ONE;Fp;NONRESIDUE;mulByB;Fp_NONRESIDUE;Fp_div2;constructor(e,t={}){let{NONRESIDUE:r=BigInt(-1),FP2_NONRESIDUE:o,Fp2mulByB:c}=t,s=e.ORDER,i=s*s;this.Fp=e,this.ORDER=i,this.BITS=ve(i),this.BYTES=Math.ceil(ve(i)/8),this.isLE=e.isLE,this.ZERO=this.create({c0:e.ZERO,c1:e.ZERO}),this.ONE=this.create({c0:e.ONE,c1:e.ZERO}),this.Fp_NONRESIDUE=e.create(r),this.Fp_div2=e.div(e.ONE,fe),this.NONRESIDUE=this.create({c0:o[0],c1:o[1]}),this.mulByB=a=>{let{c0:f,c1:d}=c(a);return Object.freeze({c0:f,c1:d})},Object.freeze(this)}fromBigTuple(e){if(!Array.isArray(e)||e.length!==2)throw new Error("invalid Fp2.fromBigTuple");let[t,r]=e;if(typeof t!="bigint"||typeof r!="bigint")throw new Error("invalid Fp2.fromBigTuple");return this.create({c0:t,c1:r})}create(e){let{Fp:t}=this,r=t.create(e.c0),o=t.create(e.c1);return Object.freeze({c0:r,c1:o})}isValid(e){if(!dt(e))throw new TypeError("invalid field element: expected object, got "+typeof e);let{c0:t,c1:r}=e,{Fp:o}=this;return o.isValid(t)&&o.isValid(r)}is0(e){if(!dt(e))return!1;let{c0:t,c1:r}=e,{Fp:o}=this;return o.is0(t)&&o.is0(r)}isValidNot0(e){return!this.is0(e)&&this.isValid(e)}eql({c0:e,c1:t},{c0:r,c1:o}){let{Fp:c}=this;return c.eql(e,r)&&c.eql(t,o)}neg({c0:e,c1:t}){let{Fp:r}=this;return Object.freeze({c0:r.neg(e),c1:r.neg(t)})}pow(e,t){return dn(this,e,t)}invertBatch(e){return Ie(this,e,!0)}add(e,t){let{Fp:r}=this,{c0:o,c1:c}=e,{c0:s,c1:i}=t;return Object.freeze({c0:r.add(o,s),c1:r.add(c,i)})}sub({c0:e,c1:t},{c0:r,c1:o}){let{Fp:c}=this;return Object.freeze({c0:c.sub(e,r),c1:c.sub(t,o)})}mul({c0:e,c1:t},r){let{Fp:o}=this;if(typeof r=="bigint")return Object.freeze({c0:o.mul(e,r),c1:o.mul(t,r)});let{c0:c,c1:s}=r,i=o.mul(e,c),a=o.mul(t,s),f=o.sub(i,a),d=o.sub(o.mul(o.add(e,t),o.add(c,s)),o.add(i,a));return Object.freeze({c0:f,c1:d})}sqr({c0:e,c1:t}){let{Fp:r}=this,o=r.add(e,t),c=r.sub(e,t),s=r.add(e,e);return Object.freeze({c0:r.mul(o,c),c1:r.mul(s,t)})}addN(e,t){return this.add(e,t)}subN(e,t){return this.sub(e,t)}mulN(e,t){return this.mul(e,t)}sqrN(e){return this.sqr(e)}div(e,t){let{Fp:r}=this;return this.mul(e,typeof t=="bigint"?r.inv(r.create(t)):this.inv(t))}inv({c0:e,c1:t}){let{Fp:r}=this,o=r.inv(r.create(e*e+t*t));return Object.freeze({c0:r.mul(o,r.create(e)),c1:r.mul(o,r.create(-t))})}sqrt(e){let{Fp:t}=this,r=this,{c0:o,c1:c}=e;if(t.is0(c))return mt(t,o)===1?r.create({c0:t.sqrt(o),c1:t.ZERO}):r.create({c0:t.ZERO,c1:t.sqrt(t.div(o,this.Fp_NONRESIDUE))});let s=t.sqrt(t.sub(t.sqr(o),t.mul(t.sqr(c),this.Fp_NONRESIDUE))),i=t.mul(t.add(s,o),this.Fp_div2);mt(t,i)===-1&&(i=t.sub(i,s));let f=t.sqrt(i),d=r.create({c0:f,c1:t.div(t.mul(c,this.Fp_div2),f)});if(!r.eql(r.sqr(d),e))throw new Error("Cannot find square root");let u=d,h=r.neg(u),{re:l,im:p}=r.reim(u),{re:g,im:b}=r.reim(h);return p>b||p===b&&l>g?u:h}isOdd(e){let{re:t,im:r}=this.reim(e),o=t%fe,c=t===or,s=r%fe;return BigInt(o||c&&s)==Xe}fromBytes(e){let{Fp:t}=this;if(V(e),e.length!==this.BYTES)throw new Error("fromBytes invalid length="+e.length);return this.create({c0:t.fromBytes(e.subarray(0,t.BYTES)),c1:t.fromBytes(e.subarray(t.BYTES))})}toBytes({c0:e,c1:t}){return re(this.Fp.toBytes(e),this.Fp.toBytes(t))}cmov({c0:e,c1:t},{c0:r,c1:o},c){let{Fp:s}=this;return this.create({c0:s.cmov(e,r,c),c1:s.cmov(t,o,c)})}reim({c0:e,c1:t}){return{re:e,im:t}}Fp4Square(e,t){let r=this,o=r.sqr(e),c=r.sqr(t);return{first:r.add(r.mulByNonresidue(c),o),second:r.sub(r.sub(r.sqr(r.add(e,t)),o),c)}}mulByNonresidue({c0:e,c1:t}){let{Fp:r,NONRESIDUE:o}=this;return o.c0===r.ONE&&o.c1===r.ONE?Object.freeze({c0:r.sub(e,t),c1:r.add(e,t)}):o.c1===r.ONE?Object.freeze({c0:r.sub(r.mul(e,o.c0),t),c1:r.add(e,r.mul(t,o.c0))}):this.mul({c0:e,c1:t},o)}frobeniusMap(e,t){let{c0:r,c1:o}=e,{Fp:c}=this;return Object.freeze({c0:r,c1:t%2===0?o:c.neg(o)})}},sr=class{ORDER;BITS;BYTES;isLE;ZERO;ONE;Fp2;constructor(e){this.Fp2=e,this.ORDER=e.Fp.ORDER**ns,this.BITS=3*e.BITS,this.BYTES=3*e.BYTES,this.isLE=e.isLE,this.ZERO=this.create({c0:e.ZERO,c1:e.ZERO,c2:e.ZERO}),this.ONE=this.create({c0:e.ONE,c1:e.ZERO,c2:e.ZERO}),Object.freeze(this)}get FROBENIUS_COEFFICIENTS_1(){let e=hn.get(this);if(e)return e[0];let{Fp2:t}=this,{Fp:r}=t,o=M1(t,t.NONRESIDUE,r.ORDER,6,2,3),c=[Object.freeze(o[0]),Object.freeze(o[1])];return hn.set(this,c),c[0]}get FROBENIUS_COEFFICIENTS_2(){let e=hn.get(this);return e?e[1]:(this.FROBENIUS_COEFFICIENTS_1,hn.get(this)[1])}add({c0:e,c1:t,c2:r},{c0:o,c1:c,c2:s}){let{Fp2:i}=this;return Object.freeze({c0:i.add(e,o),c1:i.add(t,c),c2:i.add(r,s)})}sub({c0:e,c1:t,c2:r},{c0:o,c1:c,c2:s}){let{Fp2:i}=this;return Object.freeze({c0:i.sub(e,o),c1:i.sub(t,c),c2:i.sub(r,s)})}mul({c0:e,c1:t,c2:r},o){let{Fp2:c}=this;if(typeof o=="bigint")return Object.freeze({c0:c.mul(e,o),c1:c.mul(t,o),c2:c.mul(r,o)});let{c0:s,c1:i,c2:a}=o,f=c.mul(e,s),d=c.mul(t,i),u=c.mul(r,a);return Object.freeze({c0:c.add(f,c.mulByNonresidue(c.sub(c.mul(c.add(t,r),c.add(i,a)),c.add(d,u)))),c1:c.add(c.sub(c.mul(c.add(e,t),c.add(s,i)),c.add(f,d)),c.mulByNonresidue(u)),c2:c.sub(c.add(d,c.mul(c.add(e,r),c.add(s,a))),c.add(f,u))})}sqr({c0:e,c1:t,c2:r}){let{Fp2:o}=this,c=o.sqr(e),s=o.mul(o.mul(e,t),fe),i=o.mul(o.mul(t,r),fe),a=o.sqr(r);return Object.freeze({c0:o.add(o.mulByNonresidue(i),c),c1:o.add(o.mulByNonresidue(a),s),c2:o.sub(o.sub(o.add(o.add(s,o.sqr(o.add(o.sub(e,t),r))),i),c),a)})}addN(e,t){return this.add(e,t)}subN(e,t){return this.sub(e,t)}mulN(e,t){return this.mul(e,t)}sqrN(e){return this.sqr(e)}create(e){let{Fp2:t}=this,r=t.create(e.c0),o=t.create(e.c1),c=t.create(e.c2);return Object.freeze({c0:r,c1:o,c2:c})}isValid(e){if(!dt(e))throw new TypeError("invalid field element: expected object, got "+typeof e);let{c0:t,c1:r,c2:o}=e,{Fp2:c}=this;return c.isValid(t)&&c.isValid(r)&&c.isValid(o)}is0(e){if(!dt(e))return!1;let{c0:t,c1:r,c2:o}=e,{Fp2:c}=this;return c.is0(t)&&c.is0(r)&&c.is0(o)}isValidNot0(e){return!this.is0(e)&&this.isValid(e)}neg({c0:e,c1:t,c2:r}){let{Fp2:o}=this;return Object.freeze({c0:o.neg(e),c1:o.neg(t),c2:o.neg(r)})}eql({c0:e,c1:t,c2:r},{c0:o,c1:c,c2:s}){let{Fp2:i}=this;return i.eql(e,o)&&i.eql(t,c)&&i.eql(r,s)}sqrt(e){return Ne()}div(e,t){let{Fp2:r}=this,{Fp:o}=r;return this.mul(e,typeof t=="bigint"?o.inv(o.create(t)):this.inv(t))}pow(e,t){return dn(this,e,t)}invertBatch(e){return Ie(this,e,!0)}inv({c0:e,c1:t,c2:r}){let{Fp2:o}=this,c=o.sub(o.sqr(e),o.mulByNonresidue(o.mul(r,t))),s=o.sub(o.mulByNonresidue(o.sqr(r)),o.mul(e,t)),i=o.sub(o.sqr(t),o.mul(e,r)),a=o.inv(o.add(o.mulByNonresidue(o.add(o.mul(r,s),o.mul(t,i))),o.mul(e,c)));return Object.freeze({c0:o.mul(a,c),c1:o.mul(a,s),c2:o.mul(a,i)})}fromBytes(e){let{Fp2:t}=this;if(V(e),e.length!==this.BYTES)throw new Error("fromBytes invalid length="+e.length);let r=t.BYTES;return this.create({c0:t.fromBytes(e.subarray(0,r)),c1:t.fromBytes(e.subarray(r,r*2)),c2:t.fromBytes(e.subarray(2*r))})}toBytes({c0:e,c1:t,c2:r}){let{Fp2:o}=this;return re(o.toBytes(e),o.toBytes(t),o.toBytes(r))}cmov({c0:e,c1:t,c2:r},{c0:o,c1:c,c2:s},i){let{Fp2:a}=this;return this.create({c0:a.cmov(e,o,i),c1:a.cmov(t,c,i),c2:a.cmov(r,s,i)})}fromBigSix(e){let{Fp2:t}=this;if(!Array.isArray(e)||e.length!==6)throw new Error("invalid Fp6.fromBigSix");for(let o=0;o<6;o++)if(typeof e[o]!="bigint")throw new Error("invalid Fp6.fromBigSix");let r=e;return this.create({c0:t.fromBigTuple(r.slice(0,2)),c1:t.fromBigTuple(r.slice(2,4)),c2:t.fromBigTuple(r.slice(4,6))})}frobeniusMap(e,t){let{c0:r,c1:o,c2:c}=e;if(t%6===0)return Object.freeze({c0:r,c1:o,c2:c});let{Fp2:s}=this;return Object.freeze({c0:s.frobeniusMap(r,t),c1:s.mul(s.frobeniusMap(o,t),this.FROBENIUS_COEFFICIENTS_1[t%6]),c2:s.mul(s.frobeniusMap(c,t),this.FROBENIUS_COEFFICIENTS_2[t%6])})}mulByFp2({c0:e,c1:t,c2:r},o){let{Fp2:c}=this;return Object.freeze({c0:c.mul(e,o),c1:c.mul(t,o),c2:c.mul(r,o)})}mulByNonresidue({c0:e,c1:t,c2:r}){let{Fp2:o}=this;return Object.freeze({c0:o.mulByNonresidue(r),c1:e,c2:t})}mul1({c0:e,c1:t,c2:r},o){let{Fp2:c}=this;return Object.freeze({c0:c.mulByNonresidue(c.mul(r,o)),c1:c.mul(e,o),c2:c.mul(t,o)})}mul01({c0:e,c1:t,c2:r},o,c){let{Fp2:s}=this,i=s.mul(e,o),a=s.mul(t,c);return Object.freeze({c0:s.add(s.mulByNonresidue(s.sub(s.mul(s.add(t,r),c),a)),i),c1:s.sub(s.sub(s.mul(s.add(o,c),s.add(e,t)),i),a),c2:s.add(s.sub(s.mul(s.add(e,r),o),i),a)})}},hn=new WeakMap,ir=class{ORDER;BITS;BYTES;isLE;ZERO;ONE;Fp6;X_LEN;finalExponentiate;constructor(e,t){let{X_LEN:r,Fp12finalExponentiate:o}=t,{Fp2:c}=e,{Fp:s}=c;this.Fp6=e,this.ORDER=s.ORDER**rs,this.BITS=2*e.BITS,this.BYTES=2*e.BYTES,this.isLE=e.isLE,this.ZERO=this.create({c0:e.ZERO,c1:e.ZERO}),this.ONE=this.create({c0:e.ONE,c1:e.ZERO}),this.X_LEN=r,this.finalExponentiate=i=>{let a=({c0:u,c1:h})=>Object.freeze({c0:u,c1:h}),f=({c0:u,c1:h,c2:l})=>Object.freeze({c0:a(u),c1:a(h),c2:a(l)}),d=o(i);return Object.freeze({c0:f(d.c0),c1:f(d.c1)})},Object.freeze(this)}get FROBENIUS_COEFFICIENTS(){let e=z1.get(this);if(e)return e;let{Fp2:t}=this.Fp6,{Fp:r}=t,o=Object.freeze(M1(t,t.NONRESIDUE,r.ORDER,12,1,6)[0]);return z1.set(this,o),o}create(e){let{Fp6:t}=this,r=t.create(e.c0),o=t.create(e.c1);return Object.freeze({c0:r,c1:o})}isValid(e){if(!dt(e))throw new TypeError("invalid field element: expected object, got "+typeof e);let{c0:t,c1:r}=e,{Fp6:o}=this;return o.isValid(t)&&o.isValid(r)}is0(e){if(!dt(e))return!1;let{c0:t,c1:r}=e,{Fp6:o}=this;return o.is0(t)&&o.is0(r)}isValidNot0(e){return!this.is0(e)&&this.isValid(e)}neg({c0:e,c1:t}){let{Fp6:r}=this;return Object.freeze({c0:r.neg(e),c1:r.neg(t)})}eql({c0:e,c1:t},{c0:r,c1:o}){let{Fp6:c}=this;return c.eql(e,r)&&c.eql(t,o)}sqrt(e){return Ne()}inv({c0:e,c1:t}){let{Fp6:r}=this,o=r.inv(r.sub(r.sqr(e),r.mulByNonresidue(r.sqr(t))));return Object.freeze({c0:r.mul(e,o),c1:r.neg(r.mul(t,o))})}div(e,t){let{Fp6:r}=this,{Fp2:o}=r,{Fp:c}=o;return this.mul(e,typeof t=="bigint"?c.inv(c.create(t)):this.inv(t))}pow(e,t){return dn(this,e,t)}invertBatch(e){return Ie(this,e,!0)}add({c0:e,c1:t},{c0:r,c1:o}){let{Fp6:c}=this;return Object.freeze({c0:c.add(e,r),c1:c.add(t,o)})}sub({c0:e,c1:t},{c0:r,c1:o}){let{Fp6:c}=this;return Object.freeze({c0:c.sub(e,r),c1:c.sub(t,o)})}mul({c0:e,c1:t},r){let{Fp6:o}=this;if(typeof r=="bigint")return Object.freeze({c0:o.mul(e,r),c1:o.mul(t,r)});let{c0:c,c1:s}=r,i=o.mul(e,c),a=o.mul(t,s);return Object.freeze({c0:o.add(i,o.mulByNonresidue(a)),c1:o.sub(o.mul(o.add(e,t),o.add(c,s)),o.add(i,a))})}sqr({c0:e,c1:t}){let{Fp6:r}=this,o=r.mul(e,t);return Object.freeze({c0:r.sub(r.sub(r.mul(r.add(r.mulByNonresidue(t),e),r.add(e,t)),o),r.mulByNonresidue(o)),c1:r.add(o,o)})}addN(e,t){return this.add(e,t)}subN(e,t){return this.sub(e,t)}mulN(e,t){return this.mul(e,t)}sqrN(e){return this.sqr(e)}fromBytes(e){let{Fp6:t}=this;if(V(e),e.length!==this.BYTES)throw new Error("fromBytes invalid length="+e.length);return this.create({c0:t.fromBytes(e.subarray(0,t.BYTES)),c1:t.fromBytes(e.subarray(t.BYTES))})}toBytes({c0:e,c1:t}){let{Fp6:r}=this;return re(r.toBytes(e),r.toBytes(t))}cmov({c0:e,c1:t},{c0:r,c1:o},c){let{Fp6:s}=this;return this.create({c0:s.cmov(e,r,c),c1:s.cmov(t,o,c)})}fromBigTwelve(e){let{Fp6:t}=this;if(!Array.isArray(e)||e.length!==12)throw new Error("invalid Fp12.fromBigTwelve");for(let o=0;o<12;o++)if(typeof e[o]!="bigint")throw new Error("invalid Fp12.fromBigTwelve");let r=e;return this.create({c0:t.fromBigSix(r.slice(0,6)),c1:t.fromBigSix(r.slice(6,12))})}frobeniusMap(e,t){let r=t%12;if(r===0)return Object.freeze({c0:e.c0,c1:e.c1});if(r===6)return this.conjugate(e);let{Fp6:o}=this,{Fp2:c}=o,{c0:s,c1:i,c2:a}=o.frobeniusMap(e.c1,t),f=this.FROBENIUS_COEFFICIENTS[r];return Object.freeze({c0:o.frobeniusMap(e.c0,t),c1:Object.freeze({c0:c.mul(s,f),c1:c.mul(i,f),c2:c.mul(a,f)})})}mulByFp2({c0:e,c1:t},r){let{Fp6:o}=this;return Object.freeze({c0:o.mulByFp2(e,r),c1:o.mulByFp2(t,r)})}conjugate({c0:e,c1:t}){return Object.freeze({c0:e,c1:this.Fp6.neg(t)})}_cyclotomicSquare({c0:e,c1:t}){let{Fp6:r}=this,{Fp2:o}=r,{c0:c,c1:s,c2:i}=e,{c0:a,c1:f,c2:d}=t,{first:u,second:h}=o.Fp4Square(c,f),{first:l,second:p}=o.Fp4Square(a,i),{first:g,second:b}=o.Fp4Square(s,d),w=o.mulByNonresidue(b);return Object.freeze({c0:Object.freeze({c0:o.add(o.mul(o.sub(u,c),fe),u),c1:o.add(o.mul(o.sub(l,s),fe),l),c2:o.add(o.mul(o.sub(g,i),fe),g)}),c1:Object.freeze({c0:o.add(o.mul(o.add(w,a),fe),w),c1:o.add(o.mul(o.add(h,f),fe),h),c2:o.add(o.mul(o.add(p,d),fe),p)})})}_cyclotomicExp(e,t){if(cn("cyclotomic exponent",t,or,Xe<<BigInt(this.X_LEN)),t===or)return this.ONE;let r=e;for(let o=ve(t)-2;o>=0;o--)r=this._cyclotomicSquare(r),u1(t,o)&&(r=this.mul(r,e));return r}},z1=new WeakMap;function Z1(n){if(ce(n,{ORDER:"bigint",X_LEN:"number",FP2_NONRESIDUE:"object",Fp2mulByB:"function",Fp12finalExponentiate:"function"},{NONRESIDUE:"bigint"}),W(n.X_LEN,"X_LEN"),n.X_LEN<1)throw new Error("invalid X_LEN");let e=n.FP2_NONRESIDUE;if(!Array.isArray(e)||e.length!==2)throw new Error("invalid FP2_NONRESIDUE");if(typeof e[0]!="bigint"||typeof e[1]!="bigint")throw new Error("invalid FP2_NONRESIDUE");let t=Ye(n.ORDER),r=new cr(t,n),o=new sr(r),c=new ir(o,n);return{Fp:t,Fp2:r,Fp6:o,Fp12:c}}var lr=BigInt(0),G1=BigInt(1),pn=BigInt(2),xt=BigInt(3),Et=BigInt(4),ut=BigInt("0xd201000000010000"),os=ve(ut),kt={p:BigInt("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"),n:BigInt("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),h:BigInt("0x396c8c005555e1568c00aaab0000aaab"),a:lr,b:Et,Gx:BigInt("0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"),Gy:BigInt("0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1")},hr=Ye(kt.n,{modFromBytes:!0});function cs(n,e,{g2:t,g3:r,g4:o,g5:c}){return{c0:{c0:n,c1:o,c2:r},c1:{c0:t,c1:e,c2:c}}}function ss({c0:n,c1:e}){return{g2:e.c0,g3:n.c2,g4:n.c1,g5:e.c2}}function is({g2:n,g3:e,g4:t,g5:r}){let{first:o,second:c}=R.Fp4Square(t,r),{first:s,second:i}=R.Fp4Square(n,e),a=R.add(n,n),f=R.add(e,e),d=R.add(t,t),u=R.add(r,r);return{g2:R.add(R.mul(R.mulByNonresidue(c),xt),a),g3:R.sub(R.mul(o,xt),f),g4:R.sub(R.mul(s,xt),d),g5:R.add(R.mul(i,xt),u)}}function as({g2:n,g3:e,g4:t,g5:r}){return R.is0(n)?{num:R.mul(R.mul(t,r),pn),den:e}:{num:R.add(R.sub(R.mul(R.sqr(t),xt),R.mul(e,pn)),R.mulByNonresidue(R.sqr(r))),den:R.mul(n,Et)}}function fs(n,{g2:e,g3:t,g4:r,g5:o}){let c=R.mul(t,r),s=R.add(R.sub(R.mul(R.sub(R.sqr(n),c),pn),c),R.mul(e,o));return R.add(R.mulByNonresidue(s),R.ONE)}function ds(n,e){let t=[],r=ss(n);for(let a of e){for(let f=0;f<a;f++)r=is(r);t.push(r)}let o=t.map(({g2:a,g3:f})=>R.is0(a)&&R.is0(f)),c=t.map(as),s=R.invertBatch(c.map(({den:a})=>a)),i=t.map((a,f)=>{if(o[f])return C.ONE;let d=R.mul(c[f].num,s[f]);return cs(fs(d,a),d,a)});return{result:C.mul(C.mul(i[0],i[1]),i[2]),last:i[2]}}function us(n){let{result:e,last:t}=ds(n,[16,32,9]),r=e,o=t;for(let c=0;c<3;c++)o=C._cyclotomicSquare(o);r=C.mul(r,o);for(let c=0;c<2;c++)o=C._cyclotomicSquare(o);return r=C.mul(r,o),o=C._cyclotomicSquare(o),C.mul(r,o)}var{Fp:G,Fp2:R,Fp6:bs,Fp12:C}=Z1({ORDER:kt.p,X_LEN:os,FP2_NONRESIDUE:[G1,G1],Fp2mulByB:({c0:n,c1:e})=>{let t=G.mul(n,Et),r=G.mul(e,Et);return{c0:G.sub(t,r),c1:G.add(t,r)}},Fp12finalExponentiate:n=>{let e=p=>C.conjugate(us(p)),t=C.div(C.frobeniusMap(n,6),n),r=C.mul(C.frobeniusMap(t,2),t),o=e(r),c=C.mul(C.conjugate(C._cyclotomicSquare(r)),o),s=e(c),i=e(s),a=C.mul(e(i),C._cyclotomicSquare(o)),f=e(a),d=C.frobeniusMap(C.mul(o,i),2),u=C.frobeniusMap(C.mul(s,r),3),h=C.frobeniusMap(C.mul(a,C.conjugate(r)),1),l=C.mul(C.mul(f,C.conjugate(c)),r);return C.mul(C.mul(C.mul(d,u),h),l)}}),P1,no=()=>P1||(P1=H1(G,R,R.div(R.ONE,R.NONRESIDUE))),ur=(n,e)=>{let t=no().G2psi;return ur=t,t(n,e)},ro=(n,e)=>{let t=no().G2psi2;return ro=t,t(n,e)},ar=Object.freeze({DST:"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",encodeDST:"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",p:G.ORDER,m:2,k:128,expand:"xmd",hash:nn}),oo={p:R.ORDER,n:kt.n,h:BigInt("0x5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5"),a:R.ZERO,b:R.fromBigTuple([Et,Et]),Gx:R.fromBigTuple([BigInt("0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"),BigInt("0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e")]),Gy:R.fromBigTuple([BigInt("0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"),BigInt("0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be")])},V1=(n,e)=>{for(let t of n)if(t!==lr)return!!(t*pn/e);return!1},Y1={encode({c0:n,c1:e}){let{BYTES:t}=G;return re(Ve(e,t),Ve(n,t))},decode(n){let{BYTES:e}=G;return R.create({c0:br(n.subarray(e)),c1:br(n.subarray(0,e))})}},W1=G;function br(n){return G.fromBytes(n)}var co=(n,e,t,r,o,c)=>{let s=e,i=r,a=o,f=s.BYTES;return d=>({encode(u,h=!0){if(!h&&!d)throw new Error("invalid signature: expected compressed encoding");let l=u.is0(),{x:p,y:g}=u.toAffine(),b=h?i(p):re(i(p),i(g)),w;return h&&!l&&(w=V1(c(g),W1.ORDER)),hs(b,{compressed:h,infinity:l,sort:w})},decode(u){let h=d?V(u,void 0,"point"):V(u,f,"signature"),{compressed:l,infinity:p,sort:g,value:b}=ls(h);if(!d&&!l)throw new Error("invalid signature: expected compressed encoding");let w=l?f:2*f;if(b.length!==w)throw new Error(`invalid ${n} point: expected ${w} bytes`);if(p){for(let A of b)if(A)throw new Error(`invalid ${n} point: non-canonical zero`);return{x:s.ZERO,y:s.ZERO}}let _=a(l?b:b.subarray(0,f)),U;if(l){if(U=s.sqrt(s.add(s.pow(_,xt),t)),!U)throw new Error(`invalid ${n} point: compressed`);V1(c(U),W1.ORDER)!==g&&(U=s.neg(U))}else U=a(b.subarray(f));if(!l&&s.is0(_)&&s.is0(U))throw new Error(`invalid ${n} point: uncompressed`);return{x:_,y:U}}})};function so({compressed:n,infinity:e,sort:t}){if(!n&&!e&&t||!n&&e&&t||n&&e&&t)throw new Error("invalid encoding flag")}function ls(n){n=pt(n);let e=n[0]&224,t=!!(e>>7&1),r=!!(e>>6&1),o=!!(e>>5&1);return so({compressed:t,infinity:r,sort:o}),n[0]&=31,{compressed:t,infinity:r,sort:o,value:n}}function hs(n,e){if(n[0]&224)throw new Error("setMask: non-empty mask");return so({compressed:!!e.compressed,infinity:!!e.infinity,sort:!!e.sort}),e.compressed&&(n[0]|=128),e.infinity&&(n[0]|=64),e.sort&&(n[0]|=32),n}var X1=co("G1",G,G.create(kt.b),n=>Ve(n,G.BYTES),br,n=>[n]),mn={point:X1(!0),sig:X1(!1)},fr=n=>(n.assertValidity(),mn.sig.encode(n));function K1(n){let t=de.G1.Point.fromAffine(mn.sig.decode(n));return t.assertValidity(),t}var J1=co("G2",R,oo.b,Y1.encode,Y1.decode,n=>[n.c1,n.c0]),gn={point:J1(!0),sig:J1(!1)},dr=n=>(n.assertValidity(),gn.sig.encode(n));function Q1(n){let t=de.G2.Point.fromAffine(gn.sig.decode(n));return t.assertValidity(),t}var ps={ShortSignature:{fromBytes(n){return K1(V(n))},fromHex(n){return K1(qt(n))},toBytes(n){return fr(n)},toRawBytes(n){return fr(n)},toHex(n){return jt(fr(n))}},LongSignature:{fromBytes(n){return Q1(V(n))},fromHex(n){return Q1(qt(n))},toBytes(n){return dr(n)},toRawBytes(n){return dr(n)},toHex(n){return jt(dr(n))}}},ms={Fp:G,Fp2:R,Fp6:bs,Fp12:C,Fr:hr},gs=nr(kt,{allowInfinityPoint:!0,Fn:hr,fromBytes:mn.point.decode,toBytes:(n,e,t)=>mn.point.encode(e,t),isTorsionFree:(n,e)=>{let t=BigInt("0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe"),r=new n(G.mul(e.X,t),e.Y,e.Z);return e.multiplyUnsafe(ut).negate().multiplyUnsafe(ut).equals(r)},clearCofactor:(n,e)=>e.multiplyUnsafe(ut).add(e)}),ws=nr(oo,{Fp:R,allowInfinityPoint:!0,Fn:hr,fromBytes:gn.point.decode,toBytes:(n,e,t)=>gn.point.encode(e,t),isTorsionFree:(n,e)=>e.multiplyUnsafe(ut).negate().equals(ur(n,e)),clearCofactor:(n,e)=>{let t=ut,r=e.multiplyUnsafe(t).negate(),o=ur(n,e),c=e.double();return c=ro(n,c),c=c.subtract(o),o=r.add(o),o=o.multiplyUnsafe(t).negate(),c=c.add(o),c=c.subtract(r),c.subtract(e)}}),ys={mapToG1:vs,mapToG2:_s,hasherOpts:ar,hasherOptsG1:{...ar,m:1,DST:"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",encodeDST:"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"},hasherOptsG2:{...ar}},xs={ateLoopSize:ut,xNegative:!0,twistType:"multiplicative",randomBytes:ht},de=D1(ms,gs,ws,xs,ys,ps),Es=Jn(R,[[["0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6","0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6"],["0x0","0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71a"],["0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71e","0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38d"],["0x171d6541fa38ccfaed6dea691f5fb614cb14b4e7f4e810aa22d6108f142b85757098e38d0f671c7188e2aaaaaaaa5ed1","0x0"]],[["0x0","0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa63"],["0xc","0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa9f"],["0x1","0x0"]],[["0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706","0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706"],["0x0","0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97be"],["0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71c","0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38f"],["0x124c9ad43b6cf79bfbf7043de3811ad0761b0f37a1e26286b0e977c69aa274524e79097a56dc4bd9e1b371c71c718b10","0x0"]],[["0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb","0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb"],["0x0","0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa9d3"],["0x12","0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa99"],["0x1","0x0"]]].map(n=>n.map(e=>R.fromBigTuple(e.map(BigInt))))),Bs=Jn(G,[["0x11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7","0x17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb","0xd54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0","0x1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861","0xe99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9","0x1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983","0xd6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84","0x17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e","0x80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317","0x169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e","0x10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b","0x6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229"],["0x8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c","0x12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff","0xb2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19","0x3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8","0x13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e","0xe7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5","0x772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a","0x14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e","0xa10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641","0x95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a","0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"],["0x90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33","0x134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696","0xcc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6","0x1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb","0x8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb","0x16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0","0x4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2","0x987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29","0x9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587","0xe1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30","0x19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132","0x18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e","0xb182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8","0x245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133","0x5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b","0x15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604"],["0x16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1","0x1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d","0x58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2","0x16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416","0xbe0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d","0x8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac","0x166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c","0x16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9","0x1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a","0x167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55","0x4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8","0xaccbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092","0xad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc","0x2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7","0xe0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f","0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"]].map(n=>n.map(e=>BigInt(e)))),eo,to,Os=()=>eo||(eo=er(G,{A:G.create(BigInt("0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d")),B:G.create(BigInt("0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0")),Z:G.create(BigInt(11))})),Ss=()=>to||(to=er(R,{A:R.create({c0:G.create(lr),c1:G.create(BigInt(240))}),B:R.create({c0:G.create(BigInt(1012)),c1:G.create(BigInt(1012))}),Z:R.create({c0:G.create(BigInt(-2)),c1:G.create(BigInt(-1))})}));function vs(n){let{x:e,y:t}=Os()(G.create(n[0]));return Bs(e,t)}function _s(n){let{x:e,y:t}=Ss()(R.fromBigTuple(n));return Es(e,t)}var pr=class extends Error{constructor(e,t,r){let{seats:o=[],...c}={__proto__:null,...r};super(t),this.name="Fault",this.kind=e,this.seats=Object.freeze([...o]),this.details=c}};function X(n,e,t){throw new pr(n,e,t)}var S=(n,e)=>X("malformed",n,e);var Ts=Array.from({length:256},(n,e)=>e.toString(16).padStart(2,"0")),Rs=new TextEncoder,Fs=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),As=Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype),Symbol.toStringTag).get,ye=n=>As.call(n)==="Uint8Array";function K(n,e,t){return ye(e)||S(`${n} isn’t a Uint8Array`),t!==void 0&&e.length!==t&&S(`${n} has ${e.length} bytes, not ${t}`),e}var ao=(n,e,t)=>new Uint8Array(K(n,e,t));function _e(n,e,t,r=Number.MAX_SAFE_INTEGER){return(!Number.isSafeInteger(e)||e<t||e>r)&&S(`${n} isn’t an integer from ${t} to ${r}`),e}function Le(n,e,t,r){return(!(typeof e=="bigint"||Number.isSafeInteger(e))||e<t||e>r)&&S(`${n} isn’t an integer from ${t} to ${r}`),BigInt(e)}function Ns(n,e){return typeof e!="string"&&S(`${n} isn’t a text`),e.isWellFormed()||S(`${n} isn’t Unicode`),e}function ue(n){let e="";for(let t=0;t<n.length;t++)e+=Ts[n[t]];return e}var io=n=>n>=48&&n<=57?n-48:n>=97&&n<=102?n-87:-1;function he(n,e){(typeof n!="string"||n.length%2!==0)&&S("this isn’t lowercase hex"),e!==void 0&&n.length!==2*e&&S(`this isn’t ${2*e} lowercase hex digits`);let t=new Uint8Array(n.length/2);for(let r=0;r<t.length;r++){let[o,c]=[io(n.charCodeAt(2*r)),io(n.charCodeAt(2*r+1))];(o<0||c<0)&&S("this isn’t lowercase hex"),t[r]=16*o+c}return t}var bt=n=>Rs.encode(Ns("the text",n));function Dt(n){try{return Fs.decode(n)}catch{return S("the bytes aren’t UTF-8")}}function qe(...n){let e=0;for(let o of n)e+=o.length;let t=new Uint8Array(e),r=0;for(let o of n)t.set(o,r),r+=o.length;return t}function Is(n,e){if(n.length!==e.length)return!1;let t=0;for(let r=0;r<n.length;r++)t|=n[r]^e[r];return t===0}function fo(n){let e=new Uint8Array(4);return new DataView(e.buffer).setUint32(0,_e("the number",n,0,4294967295)),e}function Ot(n){let e=new Uint8Array(8);return new DataView(e.buffer).setBigUint64(0,Le("the number",n,0,0xffffffffffffffffn)),e}function se(n){let e=typeof n=="string"?bt(n):K("the field",n);return qe(Ot(e.length),e)}var Bt=class{#e;#t=0;#n;constructor(e,t="the encoding"){this.#e=K(t,e),this.#n=t}get left(){return this.#e.length-this.#t}bytes(e){return e>this.left&&S(`${this.#n} is cut`),this.#t+=e,this.#e.subarray(this.#t-e,this.#t)}#r(e){let t=this.bytes(e);return new DataView(t.buffer,t.byteOffset,e)}u8(){return this.bytes(1)[0]}u32(){return this.#r(4).getUint32(0)}u64(){return this.#r(8).getBigUint64(0)}count(e,t){let r=this.u64();return(r<BigInt(e)||r>BigInt(t))&&S(`a number in ${this.#n} is not from ${e} to ${t}`),Number(r)}field(e=this.#e.length){return this.bytes(this.count(0,e))}text(e){return Dt(this.field(e))}label(e){Is(this.field(),bt(e))||S(`${this.#n} isn’t ${e}`)}end(){this.left!==0&&S(`something follows ${this.#n}`)}};function uo(n,e){let t=n<<BigInt(64*e),[r,o]=[t,1n<<70n];for(;o<r;)r=o,o=(BigInt(e-1)*r+t/r**BigInt(e-1))/BigInt(e);return[Number(BigInt.asIntN(32,r>>32n)),Number(BigInt.asIntN(32,r))]}var zt=[];for(let n=2;zt.length<80;n++)zt.every(e=>n%e!==0)&&zt.push(n);var mr=Int32Array.from(zt.flatMap(n=>uo(BigInt(n),3))),bo=Int32Array.from(zt.slice(0,8).flatMap(n=>uo(BigInt(n),2))),lo=n=>n.filter((e,t)=>t%2===0),js=lo(mr).subarray(0,64),qs=lo(bo),Us=new Int32Array(64),Ls=new Int32Array(160);function $s(n,e,t){let r=Us;for(let h=0;h<16;h++)r[h]=e[t+h];for(let h=16;h<64;h++){let[l,p]=[r[h-15],r[h-2]],g=(l>>>7|l<<25)^(l>>>18|l<<14)^l>>>3,b=(p>>>17|p<<15)^(p>>>19|p<<13)^p>>>10;r[h]=r[h-16]+g+r[h-7]+b}let o=n[0],c=n[1],s=n[2],i=n[3],a=n[4],f=n[5],d=n[6],u=n[7];for(let h=0;h<64;h++){let l=(a>>>6|a<<26)^(a>>>11|a<<21)^(a>>>25|a<<7),p=u+l+(a&f^~a&d)+js[h]+r[h]|0,b=((o>>>2|o<<30)^(o>>>13|o<<19)^(o>>>22|o<<10))+(o&c^o&s^c&s)|0;u=d,d=f,f=a,a=i+p|0,i=s,s=c,c=o,o=p+b|0}n[0]+=o,n[1]+=c,n[2]+=s,n[3]+=i,n[4]+=a,n[5]+=f,n[6]+=d,n[7]+=u}var Ct=n=>n/4294967296|0;function ks(n,e,t){let r=Ls;for(let A=0;A<32;A++)r[A]=e[t+A];for(let A=32;A<160;A+=2){let L=r[A-30],Z=r[A-29],M=r[A-4],D=r[A-3],J=(L>>>1|Z<<31)^(L>>>8|Z<<24)^L>>>7,oe=(Z>>>1|L<<31)^(Z>>>8|L<<24)^(Z>>>7|L<<25),ae=(M>>>19|D<<13)^(D>>>29|M<<3)^M>>>6,ge=(D>>>19|M<<13)^(M>>>29|D<<3)^(D>>>6|M<<26),Re=(r[A-31]>>>0)+(oe>>>0)+(r[A-13]>>>0)+(ge>>>0);r[A]=r[A-32]+J+r[A-14]+ae+Ct(Re),r[A+1]=Re}let o=n[0],c=n[1],s=n[2],i=n[3],a=n[4],f=n[5],d=n[6],u=n[7],h=n[8],l=n[9],p=n[10],g=n[11],b=n[12],w=n[13],_=n[14],U=n[15];for(let A=0;A<160;A+=2){let L=(h>>>14|l<<18)^(h>>>18|l<<14)^(l>>>9|h<<23),Z=(l>>>14|h<<18)^(l>>>18|h<<14)^(h>>>9|l<<23),M=(U>>>0)+(Z>>>0)+((l&g^~l&w)>>>0)+(mr[A+1]>>>0)+(r[A+1]>>>0),D=_+L+(h&p^~h&b)+mr[A]+r[A]+Ct(M)|0,J=M|0,oe=(o>>>28|c<<4)^(c>>>2|o<<30)^(c>>>7|o<<25),ae=(c>>>28|o<<4)^(o>>>2|c<<30)^(o>>>7|c<<25),ge=(J>>>0)+(ae>>>0)+((c&i^c&f^i&f)>>>0),Re=D+oe+(o&s^o&a^s&a)+Ct(ge)|0;_=b,U=w,b=p,w=g,p=h,g=l;let Ue=(u>>>0)+(J>>>0);h=d+D+Ct(Ue)|0,l=Ue|0,d=a,u=f,a=s,f=i,s=o,i=c,o=Re,c=ge|0}Ke(n,0,o,c),Ke(n,2,s,i),Ke(n,4,a,f),Ke(n,6,d,u),Ke(n,8,h,l),Ke(n,10,p,g),Ke(n,12,b,w),Ke(n,14,_,U)}function Ke(n,e,t,r){let o=(n[e+1]>>>0)+(r>>>0);n[e]+=t+Ct(o),n[e+1]=o}var ho={compress:$s,start:qs,block:64,size:32},po={compress:ks,start:bo,block:128,size:64},St=class{#e;#t;#n;#r;#o;#c;#s=0;constructor(e,t=e.start,r=0){this.#e=e,this.#t=Int32Array.from(t),this.#n=r,this.#r=new Int32Array(e.block/4),this.#o=new Uint8Array(e.block),this.#c=new DataView(this.#o.buffer)}#i(){for(let e=0;e<this.#r.length;e++)this.#r[e]=this.#c.getInt32(4*e);this.#e.compress(this.#t,this.#r,0),this.#s=0}update(e){K("the message",e);for(let t=0;t<e.length;){let r=e.subarray(t,t+this.#e.block-this.#s);this.#o.set(r,this.#s),this.#s+=r.length,t+=r.length,this.#s===this.#e.block&&this.#i()}return this.#n+=e.length,this}get state(){return this.#t}digest(){let{block:e,size:t}=this.#e;this.#o[this.#s++]=128,this.#o.fill(0,this.#s),this.#s>e-e/8&&(this.#i(),this.#o.fill(0)),this.#c.setBigUint64(e-8,8n*BigInt(this.#n)),this.#i();let r=new Uint8Array(t),o=new DataView(r.buffer);return this.#t.forEach((c,s)=>o.setInt32(4*s,c)),r}};function gr(n,e){let t=new St(n);for(let r of e)t.update(r);return t.digest()}function mo(n,e){K("the key",e);let t=new Uint8Array(n.block);t.set(e.length>n.block?gr(n,[e]):e);let r=s=>new St(n).update(t.map(i=>i^s)).state,[o,c]=[r(54),r(92)];return(...s)=>{let i=new St(n,o,n.block);for(let a of s)i.update(a);return new St(n,c,n.block).update(i.digest()).digest()}}var go=(...n)=>gr(ho,n),wo=(...n)=>gr(po,n),yo=n=>mo(ho,n),xo=n=>mo(po,n);var Je=globalThis.process?.getBuiltinModule?.("node:crypto"),wr=n=>new Uint8Array(n.buffer,n.byteOffset,n.length);function Eo(n){return(...e)=>{if(e.length===1&&Je.hash)return wr(Je.hash(n,K("the message",e[0]),"buffer"));let t=Je.createHash(n);for(let r of e)t.update(K("the message",r));return wr(t.digest())}}function Bo(n){return e=>{let t=ao("the key",e);return(...r)=>{let o=Je.createHmac(n,t);for(let c of r)o.update(K("the message",c));return wr(o.digest())}}}var Ae=Je?Eo("sha256"):go,Za=Je?Eo("sha512"):wo,wn=Je?Bo("sha256"):yo,Ga=Je?Bo("sha512"):xo;var{Fp:ie,Fp2:y}=de.fields,{Point:Mt}=de.G2,$e=ie.ORDER,xe=(n,e)=>y.create({c0:n,c1:e}),pe=n=>y.add(n,n);function xr({c0:n,c1:e}){if(e===0n){let i=ie.pow(n,($e+1n)/4n);return ie.sqr(i)===n?xe(i,0n):xe(0n,i)}let t=ie.add(ie.sqr(n),ie.sqr(e)),r=ie.pow(t,($e+1n)/4n);if(ie.sqr(r)!==t)return;let o=ie.div(ie.add(n,r),2n),c=ie.pow(o,($e+1n)/4n),s=ie.div(e,ie.add(c,c));return ie.sqr(c)===o?xe(c,s):xe(s,c)}function Cs([n,e,t]){let[r,o]=[y.sqr(n),y.sqr(e)],c=y.sqr(o),s=pe(y.sub(y.sub(y.sqr(y.add(n,o)),r),c)),i=y.add(pe(r),r),a=y.sub(y.sqr(i),pe(s));return[a,y.sub(y.mul(i,y.sub(s,a)),pe(pe(pe(c)))),pe(y.mul(e,t))]}function zs([n,e,t],r){let o=y.sqr(t),c=y.sub(y.mul(r.x,o),n),s=y.sqr(c),i=pe(pe(s)),a=y.mul(c,i),f=pe(y.sub(y.mul(r.y,y.mul(t,o)),e)),d=y.mul(n,i),u=y.sub(y.sub(y.sqr(f),a),pe(d));return[u,y.sub(y.mul(f,y.sub(d,u)),pe(y.mul(e,a))),y.sub(y.sub(y.sqr(y.add(t,c)),o),s)]}var Ms=[...0xd201000000010000n.toString(2)].slice(1);function Er(n){let e=n.toAffine(),t=[e.x,e.y,y.ONE];for(let s of Ms)t=Cs(t),s==="1"&&(t=zs(t,e));let[r,o,c]=t;return y.is0(c)?Mt.ZERO:new Mt(y.mul(r,c),y.neg(o),y.mul(y.sqr(c),c))}var yr=({c0:n,c1:e})=>xe(n,-e),[Hs,Zs]=[3n,2n].map(n=>y.inv(y.pow(xe(1n,1n),($e-1n)/n))),yn=({X:n,Y:e,Z:t})=>new Mt(y.mul(yr(n),Hs),y.mul(yr(e),Zs),yr(t));function Gs(n){let[e,t]=[Er(n),yn(n)],r=Er(e.add(t));return yn(yn(n.double())).add(r).subtract(e).subtract(t).subtract(n)}var[Or,vo,Ps]=[xe(0n,240n),xe(1012n,1012n),xe(-2n,-1n)],Br=n=>y.add(y.mul(y.add(y.sqr(n),Or),n),vo),Oo=({c0:n,c1:e})=>(n===0n?e:n)%2n===1n;function Vs(n){let e=y.mul(Ps,y.sqr(n)),t=y.add(y.sqr(e),e),r=y.mul(y.div(vo,Or),y.neg(y.add(y.ONE,y.inv(t)))),[o,c]=[r,xr(Br(r))];return c===void 0&&(o=y.mul(e,r),c=xr(Br(o))),{x:o,y:Oo(n)===Oo(c)?c:y.neg(c)}}var Sr=xe(-6n,6n),Ys=pe(y.add(y.mul(y.sqr(Sr),3n),Or)),Ws=y.mul(Br(Sr),4n),[Xs,Ks]=[ie.inv(9n),ie.inv($e-27n)];function Js({x:n,y:e}){let t=y.inv(y.sub(n,Sr)),[r,o]=[y.mul(Ys,t),y.mul(Ws,y.sqr(t))],c=y.sub(y.ONE,y.mul(y.add(r,pe(o)),t));return Mt.fromAffine({x:y.mul(y.add(y.add(n,r),o),Xs),y:y.mul(y.mul(e,c),Ks)})}function _o(n,e){let t=Lt(n,2,{p:$e,m:2,k:128,expand:"xmd",hash:nn,DST:e}),[r,o]=t.map(([c,s])=>Js(Vs(xe(c,s))));return Gs(r.add(o))}var So=128,Qs=64,ei=32;function To(n){let e=n[0];if((e&(So|Qs))!==So)return;let t=ue([e&31,...n.subarray(1)]),[r,o]=[BigInt(`0x${t.slice(0,96)}`),BigInt(`0x${t.slice(96)}`)];if(o>=$e||r>=$e)return;let c=xe(o,r),s=xr(y.add(y.mul(y.sqr(c),c),xe(4n,4n)));if(s===void 0)return;let i=(s.c1===0n?s.c0:s.c1)>$e/2n,a=Mt.fromAffine({x:c,y:i===((e&ei)!==0)?s:y.neg(s)});return yn(a).equals(Er(a))?a:void 0}var vr=2**32,{Fp12:Ro}=de.fields,_r=de.utils.calcPairingPrecomputes,Fo=new Uint8Array(0);function ti(n){try{let e=de.shortSignatures.Signature.fromBytes(n);return e.is0()?void 0:e}catch{return}}var ni={G1:{size:48,decode:ti,hash:n=>de.shortSignatures.hash(n,"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"),key:n=>_r(de.G2.Point.fromBytes(n).negate()),base:()=>_r(de.G2.Point.BASE),pair:(n,e)=>[e,n.x,n.y],prepare:n=>n.toAffine()},G2:{size:96,decode:To,hash:n=>_o(n,"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"),key:n=>de.G1.Point.fromBytes(n).negate().toAffine(),base:()=>de.G1.Point.BASE.toAffine(),pair:(n,e)=>[n,e.x,e.y],prepare:_r}},Tr=class{#e;#t;#n;#r;constructor({name:e,hash:t,genesis:r,period:o,group:c,key:s,seed:i}){Object.assign(this,{name:e,hash:t,genesis:r,period:o,beacon:`drand ${e} ${t}`}),this.#e=ni[c],this.#n=he(s),this.#t=he(i),Object.freeze(this)}timeOf(e){return this.genesis+(_e("the round",e,1,vr)-1)*this.period}roundAt(e){return Number.isFinite(e)||S("the time isn’t in seconds since 1970"),_e("the round",Math.max(1,Math.ceil((e-this.genesis)/this.period)+1),1,vr)}verify(e,t,r=Fo){_e("the round",e,1,vr);let o=new Uint8Array(K("the signature",t,this.#e.size)),c=new Uint8Array(K("the previous signature",r,this.#o(e)));return e===1&&ue(c)!==ue(this.#t)&&S("round 1 has another seed"),this.#c(o,Ae(c,Ot(e)))||X("signature",`the signature isn’t drand’s of round ${e}`),Object.freeze({beacon:this.beacon,round:e,time:this.timeOf(e),randomness:Ae(o)})}#o(e){return this.#t.length===0?0:e===1?this.#t.length:this.#e.size}#c(e,t){let{decode:r,hash:o,prepare:c,pair:s}=this.#e,i=r(e);if(i===void 0)return!1;let{key:a,base:f}=this.#r??={key:this.#e.key(this.#n),base:this.#e.base()},d=c(o(t));return Ro.eql(de.millerLoopBatch([s(d,a),s(c(i),f)],!0),Ro.ONE)}parseRound(e){let t=oi(e),r=t.get("round");typeof r!="number"&&S("the JSON has no round");let o=i=>{let a=t.get(i);return typeof a!="string"&&S(`the JSON has no ${i}`),he(a)},c=o("signature"),s=t.has("previous_signature")?o("previous_signature"):Fo;return t.has("randomness")&&ue(o("randomness"))!==ue(Ae(c))&&S("the randomness isn’t the signature’s hash"),this.verify(r,c,s)}},Qe="[ \\n\\r\\t]*",Ao='"([ !#-\\[\\]-~]*)"',Rr=`${Ao}${Qe}:${Qe}(?:${Ao}|(0|[1-9][0-9]*)|true|false|null)`,ri=RegExp(`^${Qe}\\{${Qe}(?:${Rr}(?:${Qe},${Qe}${Rr})*${Qe})?\\}${Qe}$`);function oi(n){!ye(n)&&typeof n!="string"&&S("the JSON is neither a text nor bytes"),n.length>4096&&S("the JSON is longer than 4096 bytes");let e=ye(n)?Dt(new Uint8Array(n)):n;ri.test(e)||S("the JSON is no object of texts without escapes and whole numbers");let t=new Map;for(let[,r,o,c]of e.matchAll(RegExp(Rr,"g")))t.has(r)&&S("the JSON has a member twice"),t.set(r,o??(c===void 0?null:Number(c)));return t}var ci=[{name:"quicknet",hash:"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",genesis:1692803367,period:3,group:"G1",seed:"",key:"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"},{name:"default",hash:"8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",genesis:1595431050,period:30,group:"G2",seed:"176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",key:"868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"}],si=Object.freeze(ci.map(n=>new Tr(n)));function No({beacon:n,round:e,time:t}){let r=si.find(o=>o.beacon===n)??S("the announcement names no network that is known here");return r.timeOf(e)!==t&&S("the announcement’s time isn’t that of its round"),r}function et(n){if(typeof n=="string"&&n.length<=1024&&/^[\0-\x7f]+$/.test(n))return n;!ye(n)&&typeof n!="string"&&S("an entry is neither bytes nor a text"),n.length>1024&&S("an entry is longer than 1024 bytes");let e=ye(n)?new Uint8Array(n):bt(n);return(e.length<1||e.length>1024)&&S("an entry isn’t 1 to 1024 bytes long"),String.fromCharCode.apply(null,e)}function tt(n){let e=new Uint8Array(n.length);for(let t=0;t<n.length;t++)e[t]=n.charCodeAt(t);return e}var ii=se("squaredeal/draw/v1/hidden"),Fr=(n,e)=>ue(wn(n)(ii,se(tt(e)))),xn=(n,e)=>Fr(new Uint8Array(K("the salt",n,32)),et(e)),Ar=n=>he(n,32);var Zt=1n<<64n,qo=se("squaredeal/draw/v1/leaf"),Ht=se("squaredeal/draw/v1/node"),Nr=qe(qo,new Uint8Array(1040)),Io=new DataView(Nr.buffer),En=qe(Ht,new Uint8Array(80)),jo=new DataView(En.buffer);function Bn(n,e){let t=qo.length;Io.setBigUint64(t,e),Io.setBigUint64(t+8,BigInt(n.length)),t+=16;for(let r=0;r<n.length;r++)Nr[t++]=n.charCodeAt(r);return{hash:Ae(Nr.subarray(0,t)),sum:e}}function Gt(n,e){return En.set(n.hash,Ht.length),jo.setBigUint64(Ht.length+32,n.sum),En.set(e.hash,Ht.length+40),jo.setBigUint64(Ht.length+72,e.sum),{hash:Ae(En),sum:n.sum+e.sum}}var On=n=>2**(31-Math.clz32(n-1));function Uo(n,e){let t=[];for(;e>1;){let r=On(e),o=n>=r;t.push(o),o&&(n-=r),e=o?e-r:r}return t}var Lo="squaredeal/draw/v1/proof",ai=24,me=class{#e;#t;#n;#r;constructor(e,t,r,o){this.#e=e,this.#t=t,this.#n=r,this.#r=o,Object.freeze(this)}static isProof(e){return e!==null&&typeof e=="object"&&#r in e}get position(){return this.#e}get weight(){return this.#t}get entry(){return tt(this.#n)}static keyOf(e){return e.#n}bytes(){let e=this.#r.flatMap(({hash:t,sum:r})=>[t,Ot(r)]);return qe(se(Lo),fo(this.#e),Ot(this.#t),se(this.entry),...e)}static climb(e,t){e.#e>=t&&Ir();let r=Uo(e.#e,t);r.length!==e.#r.length&&Ir();let o=Bn(e.#n,e.#t),c=0n;for(let s of e.#r){o.sum+s.sum>=Zt&&Ir();let i=r.pop();o=i?Gt(s,o):Gt(o,s),i&&(c+=s.sum)}return{top:o,from:c}}},Ir=()=>X("mismatch","the proof doesn’t fit the list that was announced");function $o(n){let e=new Bt(new Uint8Array(K("the proof",n)),"the proof");e.label(Lo);let t=e.u32(),r=e.u64(),o=et(e.field());(t>=1e7||r===0n||e.left>40*ai)&&S("this isn’t a proof of a draw");let c=[];for(;e.left>0;)c.push({hash:e.bytes(32),sum:e.u64()});return new me(t,r,o,c)}var jr=1e7,fi=256,Pt=class{#e;#t;#n;#r;#o=new Map;#c;constructor(e,t="no"){["no","yes","joined"].includes(t)||S("repeats is neither no nor yes nor joined");let r=Array.isArray(e)?e.length:0;(r<1||r>jr)&&S("a list isn’t an array of 1 to 10,000,000 entries"),this.#n=t;let[o,c]=di(e);this.#r=c?c.reduce((s,i)=>s+i,0n):BigInt(o.length),this.#r>=Zt&&S("the weights add up to too much"),t==="joined"?this.#s(...ui(o,c)):this.#s(o,c),this.#c=this.#a(0,this.#e.length),Object.freeze(this)}#s(e,t){if(t){let r=(c,s)=>c<s?-1:c>s?1:0,o=Uint32Array.from(e.keys()).sort((c,s)=>r(e[c],e[s])||r(t[c],t[s]));this.#e=Array.from(o,c=>e[c]),this.#t=BigUint64Array.from(o,c=>t[c])}else this.#e=e.sort();this.#n==="no"&&this.#e.some((r,o)=>o>0&&r===this.#e[o-1])&&S("an entry is repeated")}static isList(e){return e!==null&&typeof e=="object"&&#e in e}get length(){return this.#e.length}get repeats(){return this.#n}get weighted(){return this.#t!==void 0}get total(){return this.#r}get root(){return new Uint8Array(this.#c.hash)}#i(e){return _e("the position",e,0,this.#e.length-1)}entry(e){return tt(this.#e[this.#i(e)])}weight(e){let t=this.#i(e);return this.#t?this.#t[t]:1n}prove(e){let t=[],[r,o]=[0,this.#e.length],c=this.weight(e);for(;o-r>1;){let s=r+On(o-r),i=e>=s;t.unshift(i?this.#a(r,s):this.#a(s,o)),i?r=s:o=s}return new me(e,c,this.#e[e],t)}#a(e,t){if(t-e===1)return Bn(this.#e[e],this.weight(e));let r=e*2**24+t,o=this.#o.get(r);if(!o){let c=e+On(t-e);o=Gt(this.#a(e,c),this.#a(c,t)),t-e>fi&&this.#o.set(r,o)}return o}};function di(n){let e=n.length,t=new Array(e),r;for(let o=0;o<e;o++){let c=n[o],s=typeof c=="string"||ye(c);!s&&(c===null||typeof c!="object")&&S("an entry is neither bytes nor a text, nor has a weight"),o===0&&!s&&(r=new BigUint64Array(e)),s!==!r&&S("only some entries have weights"),s?t[o]=et(c):(t[o]=et(ko(c,"entry")),r[o]=Le("the weight",ko(c,"weight"),1n,Zt-1n))}return[t,r]}var ko=(n,e)=>Object.hasOwn(n,e)?n[e]:void 0;function ui(n,e){let t=new Map;return n.forEach((r,o)=>t.set(r,(t.get(r)??0n)+(e?e[o]:1n))),[[...t.keys()],[...t.values()]]}var Vt=(1n<<64n)-1n,bi=1<<24,Do=1n<<20n,qr=class{#e;#t=new Uint8Array(0);#n=0;#r=0;constructor(e=0n){this.#e=Le("the first block",e,0n,Vt)}get taken(){return 32*this.#r-(this.#t.length-this.#n)}read(e){let t=new Uint8Array(_e("the number of bytes",e,0,bi));for(let r=0;r<e;){this.#n===this.#t.length&&this.#o();let o=this.#t.subarray(this.#n,this.#n+e-r);t.set(o,r),r+=o.length,this.#n+=o.length}return t}#o(){this.#e>Vt&&X("exhausted","the stream has no more bytes"),this.#t=this.block(this.#e),this.#n=0,this.#e++,this.#r++}#c(e){return new DataView(this.read(e).buffer)}uint32(){let e=this.#t,t=this.#n;return e.length-t<4?this.#c(4).getUint32(0):(this.#n+=4,(e[t]<<24|e[t+1]<<16|e[t+2]<<8|e[t+3])>>>0)}uint64(){return this.#c(8).getBigUint64(0)}fraction(){return this.uint32()/4294967296}intN(e){_e("the bound",e,1,4294967296);let t=4294967296-4294967296%e;for(;;){let r=this.uint32();if(r<t)return r%e}}uint64N(e){let t=Le("the bound",e,1n,Vt);if(t<=0x100000000n)return BigInt(this.intN(Number(t)));let r=(1n<<64n)-(1n<<64n)%t;for(;;){let o=this.uint64();if(o<r)return o%t}}distinct(e,t){let r=Le("the bound",e,1n,Vt),o=Number(Le("the number of values",t,0n,r<Do?r:Do)),c=new Set;if(r<=0x100000000n){let s=Number(r);for(;c.size<o;)c.add(this.intN(s))}else for(;c.size<o;)c.add(this.uint64N(r));return[...c]}weighted(e){Array.isArray(e)||S("the weights are no list");let t=Array.from(e,c=>Le("a weight",c,0n,Vt)),r=this.uint64N(t.reduce((c,s)=>c+s,0n)),o=0n;return t.findIndex(c=>r<(o+=c))}},Sn=class extends qr{#e;#t;constructor(e,t,r){super(r),this.#e=wn(e),this.#t=t}block(e){let t=`${e}`,r=new Uint8Array(this.#t.length+t.length);r.set(this.#t);for(let o=0;o<t.length;o++)r[this.#t.length+o]=t.charCodeAt(o);return this.#e(r)}};var li=se("squaredeal/draw/v1/stream"),Ur=(1n<<64n)-1n,hi=1n<<60n,Co=(n,e)=>new Sn(n,qe(li,he(e)));function $r(n,e,t){let r=new Map,o=a=>r.get(a)??a,c=[],s=e+1,i;for(let a=e;c.length<t;a--){if(a<s&&a>1){let u=BigInt(a);for(s=a;s>2&&u*BigInt(s-1)<=hi;s--)u*=BigInt(s-1);let h=(Ur+1n)%u;do i=n.uint64();while((i*u&Ur)<h)}let f=a>1?i*BigInt(a):0n,d=Number(f>>64n);i=f&Ur,c.push(o(d)),r.set(d,o(a-1)),r.delete(a-1)}return c}var vn=class{#e;#t;constructor(e,t){this.#e=new BigUint64Array(e+1);for(let r=1;r<=e;r++){this.#e[r]+=t(r-1);let o=r+(r&-r);o<=e&&(this.#e[o]+=this.#e[r])}this.#t=2**(31-Math.clz32(e))}add(e,t){for(let r=e+1;r<this.#e.length;r+=r&-r)this.#e[r]+=t}before(e){let t=0n;for(let r=e;r>0;r-=r&-r)t+=this.#e[r];return t}find(e){let t=0;for(let r=this.#t;r>0;r/=2)t+r<this.#e.length&&this.#e[t+r]<=e&&(t+=r,e-=this.#e[t]);return t}};function zo(n,e,t){let r=new vn(e.length,c=>e.weight(c)),o=[];for(let c=e.total;o.length<t;){let s=r.find(n.uint64N(c)),i=e.weight(s);r.add(s,-i),c-=i,o.push(s)}return o}function Mo(n,e,{n:t,repeats:r,total:o}){let c=e.map((a,f)=>f).sort((a,f)=>e[a].proof.position-e[f].proof.position);for(let a=1;a<c.length;a++)pi(e[c[a-1]].proof,e[c[a]].proof,r);if(o===void 0){$r(n,t,e.length).forEach((a,f)=>a===e[f].proof.position||Lr(f));return}let s=new Uint32Array(c.length);c.forEach((a,f)=>s[a]=f);let i=new vn(e.length,()=>0n);e.forEach(({proof:a,from:f},d)=>{o===0n&&Lr(d);let u=f-i.before(s[d]),h=n.uint64N(o);(h<u||h>=u+a.weight)&&Lr(d),i.add(s[d],a.weight),o-=a.weight})}var Lr=n=>X("mismatch",`place ${n+1} isn’t this entry’s`);function pi(n,e,t){let[r,o]=[me.keyOf(n),me.keyOf(e)],c=r===o&&t&&n.weight<=e.weight;(n.position===e.position||!(r<o||c))&&X("mismatch","the list is out of order, or an entry has two places")}var Ho="squaredeal/draw/v1/receipt",vt=class{#e;#t;#n;#r;constructor(e,t,r,o){this.#e=e,this.#t=t,this.#n=r,this.#r=o,Object.freeze(this)}static isReceipt(e){return e!==null&&typeof e=="object"&&#e in e}get digest(){return this.#e}get proof(){return this.#r}get hidden(){return this.#t.length>0}get salt(){return this.hidden?new Uint8Array(this.#t):void 0}get entry(){return this.hidden?tt(this.#n):this.#r.entry}bytes(){return qe(se(Ho),he(this.#e),se(this.#t),se(tt(this.#n)),se(this.#r.bytes()))}static checkLine(e){e.hidden&&Fr(e.#t,e.#n)!==me.keyOf(e.#r)&&X("mismatch","the receipt’s salt and entry aren’t those of its line, so the line is somebody else’s")}};function kr(n){let e=new Bt(new Uint8Array(K("the receipt",n)),"the receipt");e.label(Ho);let t=ue(e.bytes(32)),r=e.field(),o=e.field();(r.length===0?o.length>0:r.length!==32)&&S("the receipt’s salt and entry aren’t both there");let c=r.length>0?et(o):"",s=$o(e.field());return e.end(),new vt(t,r,c,s)}var Zo="squaredeal/draw v1",Go=["label","place","number","previous","entries","repeats","weights","root","winners","substitutes","beacon","round","time","void"],Po=(1n<<64n)-1n,mi=(1n<<53n)-1n,gi=253402300799,Yo=600,_n=class{#e;#t;#n;constructor(e){this.#e=e,this.#n=wi(e),this.#t=ue(Ae(bt(e))),Object.freeze(this)}get text(){return this.#e}get digest(){return this.#t}get words(){return lt(this.#t)}get terms(){return this.#n}contradicts(e){let[t,r]=[this.#n,Vo(e)];return this.#t!==e.digest&&t.place===r.place&&t.number===r.number}checkPrevious(e){let[t,r]=[this.#n,Vo(e)];t.place!==r.place&&X("mismatch","the announcements have different places"),t.number!==r.number+1n&&X("mismatch","the announcements’ numbers don’t follow each other"),t.previous!==e.digest&&X("mismatch","the announcement names another one as the one before")}checkTime(e,t=Yo){(!Number.isFinite(e)||e<0)&&S("the time of publication isn’t in seconds since 1970"),(!Number.isFinite(t)||t<60)&&S("the margin is below 60 seconds"),e>this.#n.time-t&&X("late",`the announcement wasn’t published ${t} seconds before its round`)}checkList(e){Pt.isList(e)||S("there is no list");let{entries:t,repeats:r,weights:o,root:c}=this.#n;e.length===t&&e.repeats===r&&e.weighted===(o!==void 0)&&e.total===(o??BigInt(t))&&ue(e.root)===c||X("mismatch","the list isn’t the announced one")}draw(e,t){Pt.isList(e)||S("there is no list");let r=this.#r(t);this.checkList(e);let{places:o,entries:c}=this.#n;return e.weighted?zo(r,e,o):$r(r,c,o)}#r(e){let{beacon:t,round:r,time:o,randomness:c}=e??{};ye(c)||S("there is no value of a round");let s=new Uint8Array(K("the value",c,32)),i=this.#n;return(t!==i.beacon||r!==i.round||o!==i.time)&&X("round","the value isn’t of the announced round"),Co(s,this.#t)}checkProof(e){me.isProof(e)||S("there is no proof");let{entries:t,weights:r,root:o}=this.#n,{top:c,from:s}=me.climb(e,t);return(!(r!==void 0||e.weight===1n&&s===BigInt(e.position))||ue(c.hash)!==o||c.sum!==(r??BigInt(t)))&&X("mismatch","the proof doesn’t fit the list that was announced"),Object.freeze({from:s,to:s+e.weight})}checkReceipt(e){return this.checkHeld(e),this.checkProof(e.proof)}checkHeld(e){if(vt.isReceipt(e)||S("there is no receipt"),e.digest!==this.#t){let t=lt(e.digest);X("mismatch",`this receipt is of another draw: of the announcement with the words ${t}. This draw’s are ${this.words}`)}vt.checkLine(e)}checkPlaces(e,t){let{entries:r,repeats:o,weights:c,places:s}=this.#n;(!Array.isArray(t)||t.length<1||t.length>s)&&S("there are no proofs, or more than places");let i=Array.from(t);i.every(me.isProof)||S("there is no proof");let a=this.#r(e),f=i.map(d=>({proof:d,from:this.checkProof(d).from}));Mo(a,f,{n:r,repeats:o==="yes",total:c})}static termsOf(e){return(e===null||typeof e!="object"||!(#n in e))&&S("there is no announcement"),e.#n}},{termsOf:Vo}=_n;function Yt(n){return!ye(n)&&typeof n!="string"&&S("an announcement is neither a text nor bytes"),n.length>8192&&S("the announcement is too long"),new _n(ye(n)?Dt(new Uint8Array(n)):n)}function wi(n){n.isWellFormed()||S("the announcement isn’t Unicode");let e=n.split(`
`);(e.length!==Go.length+2||e[0]!==Zo||e.at(-1)!=="")&&S(`these are no lines of ${Zo}`);let t=Go.map((A,L)=>(e[L+1].startsWith(`${A} `)||S(`there is no line for the ${A}`),e[L+1].slice(A.length+1))),[r,o,c,s,i,a,f,d,u,h,l,p,g,b]=t;for(let[A,L]of Object.entries({label:r,place:o,beacon:l,void:b}))yi(A,L);xi(o);let w={label:r,place:o,number:_t("number",c,1n,Po),previous:s};he(s,32),w.number===1n!==/^0*$/.test(s)&&S("the previous digest isn’t as the number has it"),w.entries=Number(_t("entries",i,1n,BigInt(jr)));let _=BigInt(w.entries);return a==="no"||a==="yes"||a==="joined"&&f!=="none"||S("what it says of repeated entries is unknown"),w.repeats=a,w.weights=f==="none"?void 0:_t("weights",f,_,Po),he(d,32),w.root=d,w.winners=Number(_t("winners",u,1n,_)),w.substitutes=Number(_t("substitutes",h,0n,_-BigInt(w.winners))),w.places=w.winners+w.substitutes,w.beacon=l,w.round=Number(_t("round",p,1n,mi)),w.time=Ei(g),w.void=b,Object.freeze(w)}function yi(n,e){let{length:t}=bt(e);(t<1||t>512||/^ | $|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(e))&&S(`the ${n} isn’t a text`)}function xi(n){let[,e,t]=/^(.*?):\/\/([^/]*)/s.exec(n)??["","",""];(n.endsWith("/")||/[A-Z]/.test(e+t))&&S("the place isn’t written in the one way")}function _t(n,e,t,r){/^(0|[1-9][0-9]{0,19})$/.test(e)||S(`the ${n} isn’t a number`);let o=BigInt(e);return(o<t||o>r)&&S(`the ${n} isn’t from ${t} to ${r}`),o}function Ei(n){let e=/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/.test(n)?Date.parse(n):NaN;return(!(e>=0)||Wo(e/1e3)!==n)&&S("the time is no time"),e/1e3}var Wo=n=>new Date(1e3*_e("the time",n,0,gi)).toISOString().replace(".000Z","Z");function lt(n){let e=he(n,32),[t,r]=["bdfghjklmnprstvz","aiou"],o=[];for(let c=0;c<32;c+=2){let s=e[c]<<8|e[c+1];o.push(t[s>>12]+r[s>>10&3]+t[s>>6&15]+r[s>>4&3]+t[s&15])}return o.join(" ")}var Xo=`
ad-ad 34f-34f 61c-61c 115f-1160 17b4-17b5 180b-180d 180e-180e 180f-180f 200b-200f 202a-202e 2060-2064 2065-2065 2066-206f 3164-3164 fe00-fe0f feff-feff ffa0-ffa0 fff0-fff8 1bca0-1bca3 1d173-1d17a e0000-e0000 e0001-e0001 e0002-e001f e0020-e007f e0080-e00ff e0100-e01ef e01f0-e0fff
20 1680 2028 2029
21 1c3 2d51
26 a778
27 60 2b9 2bb 2bc 2bd 2be 2c8 2ca 2cb 2f4 55a 55d 5d9 5f3 7f4 7f5 144a 16cc 2018 2019 201b 2032 2035 a78c 16f51 16f52
28 2768 2772 3014 fd3e
29 2769 2773 3015 fd3f
2a 66d 204e 2217 1031f
2b 16ed 2795 1029b
2c 60d 66b 201a a4f9
2d 2d7 6d4 2010 2012 2013 2043 2212 2796 2cba
2e 660 6f0 701 702 a4f8 a60e 10a50 1d16d
2f 1735 2041 2044 2215 2571 27cb 29f8 2cc6 3033 30ce 31d3 4e3f 1d23a
32 1a7 3e8 14bf a644 a6ef a75a
33 1b7 21c 417 4e0 2ccc a76a a7ab 118ca 16f3b 1d206
34 13ce 118af
35 1bc 118bb
36 431 13ee 2cd2 118d5
37 104d2 118c6 1d212
38 222 223 9ea a6a b03 1031a 1e8cb
39 9ed a67 b68 d6d 2cca a76e 118ac 118cc 118d6
3a 2d0 2f8 589 5c3 703 704 903 a83 16ec 1803 1809 205a 2236 a4fd a789
3c 2c2 1438 16b2 2039 276e 1d236
3d 1400 2e40 30a0 a4ff
3e 2c3 1433 203a 276f 16f3f 1d237
3f 241 294 97d 13ae a6eb
41 391 410 13aa 15c5 a4ee 102a0 16f40
42 392 412 13f4 15f7 a4d0 a7b4 10282 102a1 10301
43 421 13df 2ca4 a4da 102a2 10302 10415 1051c 118e9 118f2 1f74c
44 13a0 15de 15ea a4d3
45 395 415 13ac 22ff 2d39 a4f0 10286 118a6 118ae
46 3dc 15b4 a4dd a798 10287 102a5 10525 118a2 118c2 1d213
47 50c 13c0 13f3 a4d6
48 397 41d 13bb 157c 2c8e a4e7 102cf
4a 37f 408 13ab 148d a4d9 a7b2
4b 39a 41a 13e6 16d5 2c94 a4d7 10518
4c 13de 14aa 2cd0 a4e1 1041b 10526 118a3 118b2 16f16 1d22a
4d 39c 3fa 41c 13b7 15f0 16d6 2c98 a4df 102b0 10311
4e 39d 2c9a a4e0 10513
4f 30 39f 41e 555 7c0 9e6 b20 b66 12d0 2c9e 2d54 3007 a4f3 10292 102ab 10404 104c2 10516 114d0 118b5 118e0
50 3a1 420 13e2 146d 2ca2 a4d1 10295
51 2d55
52 1a6 13a1 13d2 1587 a4e3 104b4 16f35 1d216
53 405 54f 13d5 13da a4e2 10296 10420 16f3a
54 3a4 422 13a2 22a4 27d9 2ca6 a4d4 10297 102b1 10315 118bc 16f0a 1f768
55 54d 1200 144c 222a 22c3 a4f4 104ce 118b8 16f42
56 474 667 6f7 13d9 142f 2d38 a4e6 a6df 1051d 118a0 16f08 1d20d
57 51c 13b3 13d4 a4ea 118e6 118ef
58 3a7 425 166d 16b7 2573 2cac 2d5d a4eb a7b3 10290 102b4 10317 10322 10527 118ec
59 3a5 423 4ae 13a9 13bd 2ca8 a4ec 102b2 118a4 16f43
5a 396 13c3 a4dc 102f5 118a9 118e5
5c 2216 27cd 29f5 29f9 31d4 4e36 1d20f 1d23b
5e 2c4 2c6
5f 7fa
61 251 3b1 430 237a
62 184 42c 13cf 1472 15af
63 441 1d04 2ca5 abaf 1043d
64 501 13e7 146f a4d2
65 435 4bd 212e ab32
66 584 1e9d a799 ab35
67 18d 261 581 1d83
68 4bb 570 13c2
69 131 269 26a 3b9 456 4cf 13a5 2373 a647 ab75 118c3
6a 3f3 458
6c 31 49 7c 196 1c0 399 406 4c0 5c0 5d5 5df 627 661 6f1 7ca 16c1 2223 23fd 2c92 2d4f a4f2 1028a 10309 10320 16f28 1e8c7
6e 578 57c
6f 3bf 3c3 43e 585 5e1 647 665 6be 6c1 6d5 6f5 966 a66 ae6 be6 c02 c66 c82 ce6 d02 d20 d66 d82 e50 ed0 101d 1040 10ff 1d0f 1d11 2c9f ab3d 1042c 104ea 118c8 118d7
70 3c1 440 2374 2ca3
71 51b 563 566
72 433 1d26 2c85 ab47 ab48 ab81
73 1bd 455 a731 abaa 10448 118c1
75 28b 3c5 57d 1d1c a79f ab4e ab52 104f6 118d8
76 3bd 475 5d8 1d20 2228 22c1 aba9 11706 118c0
77 26f 461 51d 561 1d21 ab83 1170a 1170e 1170f
78 d7 445 1541 157d 166e 292b 292c 2a2f
79 263 28f 3b3 443 4af 10e7 1d8c 1eff ab5a 118dc
7a 1d22 ab93 118c4
7b 2774 1d114
7d 2775
7e 2053 223c
a3 20a4
b0 2218 25cb 25e6 2e30
b6 2e3f
b7 1427 16eb 2022 2027 2219 22c5 2e31 30fb a78f 10101
de 3f7 104c4
df 3b2 13f0 a7b5
f7 2797
fe 1bf 3f8
138 3ba 43a 1d0b 2c95 abb6
185 44c ab9f
186 3fd 2183 a4db 10423
18e 2203 2d3a a4f1
18f 4d8
190 510 13cb 10401 16f2d 1d221
1a8 3e9 1d24 a645
1a9 3a3 2211 2d49
1ab 13bf
1b1 162e 1634 2127
1dd 259 4d9
1f6 50a
21d 292 4e1 10f3 2ccd a76b
237 575
242 ab7e
245 39b 41b 668 6f8 1431 2d37 a4e5 a6ce 1028d 104b0 16f3d
24b 1d90
254 37b 1d10 2184 1044b
25c 437 1d08
25e 10442
262 50d 13fb ab90
270 57a 1223
277 1043f
278 3c6 444 2cab
27f 2129
280 ab71 aba2
283 222b ab4d
28c 1d27 104d8
28d 43c 1d0d ab87
298 2299 2609 2a00 2d59 a668 104c3
299 432 13fc
29a a79d 1042a
29c 43d ab8b
29f 2cd1 abae 10443
2a1 a6cd
2c7 a67e
2c9 2594
2cf 375
2ea 2fb a716
2eb a714
2f3 3002
300 953
301 59c 59d 618 64e 747 954
302 311 65b 7ee 1cd0 a6f0
303 342 653
304 305 659 7eb 1cd2 a6f1
306 30c 36e 658 65a a67c
307 358 5b9 5ba 5c1 5c2 5c4 6ec 740 741 7ed 8ea 902 a02 a82 bcd
308 7f3 8eb
309 302c
30a 366 5af 652 6df b82 e4d ecd 1036 17c6 17d3 2dea 309a 11300
30b 64b 8f0
30e 1cda
312 657
313 315 619 64f 8f3
314 65d
316 1ced
323 5b4 5c5 65c 8ed 93c 9bc a3c abc b3c 1cdd 10a3a 111ca 114c3
324 8ee 1cde
325 f37 302d
326 321 327 339
328 322 345 1ab7
329 656 1cdc
32b 1cd5
32d 1cd9
32e 1cd8
331 320 952
333 347
335 336
338 337
350 357 8f8 8ff
352 900
354 8f9
355 8fa
363 2df6
364 2df7
368 2ded
36f 2def
393 413 13b1 14a5 2c84 16f07
394 1403 2206 25b3 2c86 2d60 10285 102a3 16f1a 1f702
3a0 41f 220f 2ca0 a6db
3a6 424 553 1240 16f0 2caa 102b3
3a8 470 16d8 2cae 102b5 104d1
3a9 162f 1635 102b6
3bb 2c96 104db
3c0 43f 1d28
3c2 3db
3c7 2cad ab53 ab55
3c8 471 104f9
3c9 2375 2cb1 a64d a7b7
3d7 2ce4
3d8 102ad 10312
3ec 2cdc
40b 104cd
418 376 a6a1 10425 1d20b
428 2cbc
42d 2108
43b 1d2b
448 2cbd
459 ab60
460 13c7 15ef 1d222
4b6 4cb
4b7 4cc
4c3 104bc
4fe 1d202
548 1260 144e 2229 22c2 a4f5 1d245
554 20bd
559 2bf 2d3
571 1294
596 5ad
598 5ae
599 5a8
59a 5a4
60c 66c 2e32
61b 2e35
61f 2e2e
629 6c3 2365
62f 102e1
635 102f2
637 102e8
639 60f
641 6a7
643 6a9 6aa
648 8b1 102e4
649 64a 66e 6ba 6cc 6d2 8bd
64c 8e5 8e8 8f1
64d 8f2
650 317 61a
655 65f
662 6f2 a9cf
663 6f3 1e8c9
664 6f4
666 6f6
669 6f9 967 118e4
670 30d
67b 6d0
6a1 66f 8bb 8bc
6ac 762
6af 8b0
6db 1ab4 20db
73c 742
754 767 8a9
93a 111cb
93d abd
941 ac1
942 ac2
946 a4b
94d a4d acd
964 a830
968 ae8
969 ae9
96a aea
96e aee
970 af0 26ac 110bb 111c7
971 d4e
983 a03 c03 c83 d03 d83 1038 114c1
998 11492
99a 11494
99c 11496
99e 11498
99f 11499
9a1 1149b
9a3 114aa
9a4 1149e
9a5 1149f
9a6 114a0
9a7 114a1
9a8 114a2
9aa 114a3
9ac 114a9
9ae 114a7
9af 114a8
9b0 114ab
9b2 1149d
9b7 114ad
9b8 114ae
9bd 114c4
9be 114b0
9bf 114b1
9c7 114b9
9cd 114c2
9d7 114bd
9e7 114d1
9e8 114d2
9ec 114d6
b85 bee
b88 bb0 bbe
b89 be8 d09
b8e bed
b90 b9c d1c
b95 be7
b9a bea
ba3 d23
ba9 bc8
baf bf0
bb3 bd7
bb4 d34
bb6 d36
bb7 bf8
bbf d3f d40
bf3 bf5
c05 c85
c06 c86
c07 c87
c12 c92
c1c c9c
c1e c9e
c23 ca3
c2f caf
c31 cb1
c32 cb2
c67 ce7
c68 ce8
c6f cef
d1e d61
d30 d31
d41 d42 d43
da2 dea
daf deb
e02 e03
e04 e14 e15
e06 e21
e08 e88
e0a e0b
e0e e0f
e11 e17
e1a e9a
e1b e9b
e1d e9d
e1e e9e
e1f e9f
e20 e26
e22 e8d
e2f 17d4
e32 e45
e34 17b7
e35 17b8
e36 17b9
e37 17ba
e38 eb8
e39 eb9
e48 ec8 17cb
e49 ec9
e4a eca
e4b ecb
e4f 17d9
e5a 17d5
e5b 17da
f62 f6a
1041 1065
1100 11a8
1102 11ab
1103 11ae
1105 11af
1106 11b7
1107 11b8
1109 11ba
110b 11bc
110c 11bd
110e 11be
110f 11bf
1110 11c0
1111 11c1
1112 11c2
1140 11eb
114c 11f0
1159 11f9
1206 544
1261 54c
12ae 53b
1323 54a
1421 14d1
1429 1540
1435 2369
1450 2283 2e27
1455 2282 2e26
1489 1603
1490 1602
14d3 1604
14da 1607
1543 1622
1546 1623
154a 1624
15d2 2aab
15d5 2aaa
15e1 a4f7
1660 a4ed
16b9 a6b0
16bc 16e1
16bd 16c2 237f
16cb 1d23f
16cf 2191
16d0 21bf
16da 21be 2a21
16dc 22c4 25c7 25ca 2662 10294 118b7 1f754
16de 22c8 2a1d
16e6 104d0
16e8 2195
16ef 2d63
17a2 17a3
1835 1855
185c 1896
18f5 18db
199e 19d0
19b1 19d1
1a45 1a80 1a90
1b0d 1b52
1b11 1b53
1b28 1b58
1b50 1b5c
1d00 ab7a
1d05 ab70
1d07 ab7c
1d0a ab7b
1d0e 377 438 1044d
1d18 1d29 abb2
1d19 44f
1d1b 3c4 442 ab72
1ddf 2de8
1e9f 3b4 56e 1577 2e39
20b8 3012
20e9 a66f
2132 15b5 a4de
2144 1d21b
219e 2bec
219f 2bed
21a0 2bee
21a1 2bef
21b2 21b5
2202 1e8cc
2205 2300
2207 118a8
220e 2588 25a0
2210 2a3f
2220 1e8c8
2227 22c0
2234 2e2b
2235 2e2a
2237 2e2c
2248 111de
224f 264e 1f75e
2261 2263
228d 2a03
228e 2a04
228f 1d238
2290 1d239
2293 2a05
2294 2a06
2297 2a02
229b 235f
22a0 1f771
22a1 1f755
22b2 25c1
22b3 25b7
2312 25e0
2319 2a3d
2324 2325
233b 29c7
233e 25ce 29be
2342 29c5
2349 29b0
234b 23c3
234e 23c2
2355 23c1
236d 23c6
2388 2638
23e5 25b1
23fb 23fc
2502 2503
250c 250f
251c 2523
258c 2590
2596 2597
2598 259d
25a1 2610
25b6 25b8 25ba
2627 2ce9
2629 1f70a
263d 1f312 1f319
263e 23fe 1f318
276c 27e8 3008 304f 31db 21fe8
276d 27e9 3009
27e6 301a
27e7 301b
299a 29d9
29df 1f73a
2a1f 2a3e
2c3f a992
2c6f 15c4 2200 a4ef 1d217
2c70 1041f
2c75 370 13a8 13b0 a6b1
2c76 ab80
2cb6 2630
2ce8 101a0
2d40 102b8
2d42 205e 2999 2e3d
2d57 205d 22ee
2dec 1dee
303c 2341 29c4
3078 30d8
30fc 1173 2014 2015 2500 2501 31d0 4e00 a7f7
353e 2e8b
3588 439b
363d 39b3
38fa 2e97
3a41 6409
3ada 66f6
3b35 80f6
3b3a 5e50
3b3b 4420
3ba3 69e9
4039 9fc3
403f 6663
4443 6726
46b6 8a1e
4e28 1175 239c 239f 23a2 23a5 23aa 23ae 31d1
4e2c 2ea6
4e59 31e0
4e5a 2e83 31df
4e5b 2e82 31d6
4e80 2ef2
4e85 31da
4e8c 30cb
4ebb 2e85 30a4
4f75 5002
5024 503c
5140 2e8e
516b 30cf
5202 2e89
529b 30ab
534d fd6
5350 fd5
535c 30c8
53e3 30ed 56d7
5553 555f
571f 58eb
5861 586b
58ab 58ff
5915 30bf
5aaf 5b00
5c22 2e90
5c23 2e8f
5de5 30a8
5df3 2e92
5e21 5e32
5e7a 2e93
5f51 2e94
5fc4 2e96
6236 6238
624c 2e98
6535 2e99
6589 2eeb
65e1 2e9b
665a 6669
670c 80a6
670f 80d0
6710 80ca
6713 8101
6718 8127
6723 81a7
676e 67ff
699d 6a27
6b6f 2eed
6b7a 2e9e
6c11 2ea0
6c35 2ea1
6c3a 2ea2
6e88 6f59
706c 2ea3
722b 2ea4
72ad 2ea8
7814 784f
793b 2ead
7adc 2eef
7cf9 2eaf
7d55 7d76
7f52 2eab 2eb2
7f53 2eb1
8002 2eb9
8080 2eba
80fc 8141
8279 2ebe 2ebf 2ec0
848d 853f
8637 8641
864e 2ec1
8864 2ec2
897f 2ec4
8980 2ec3
89c1 2ec5
8a2e 8a7d
8b86 8b8f
8ba0 2ec8
8c5c 8c63
8d1d 2ec9
8d7f 8d86
8de5 8dfa
8e97 8e9b
8eff 8f27
8f66 2ecb
8fb6 2ecc 2ecd
90ce 90de
93ad 93ae
9485 2ed0
9577 2ed1
9578 2ed2
957f 2ed3
95e8 2ed4
961d 2ecf 2ed6
96b7 96b8
9752 2ed8
97e6 2ed9
9875 2eda
98ce 2edb
98de 2edc
98df 2edd
98e0 2edf
9963 2ee0
9a6c 2ee2
9b3c 2ee4
9c7c 2ee5
9e42 9e43
9ea6 2ee8
9ec4 2ee9
9ed1 9ed2
9f50 2eec
9f7f 2eee
9f99 2ef0
a04a a49e
a050 a4ac
a0c0 a49c
a132 a4a8
a259 a4bf
a2b1 a4be
a2cd a494
a3ab a4c0
a3b5 a4c2
a3bf a4ba
a3c2 a4b0
a458 a4a7
a4d5 22a5 27c2 a7b1 1d21c
a4e4 a79e
a4e8 2141
a4f6 2142 10411 16f26 1d215 1d22b
a64c a7b6
a658 16f1c 1f701
a669 104eb
a727 a795
a73e 3ff
a73f 37d
a779 a77a
a786 10a0
a792 404 20ac 2c88
a793 25b 3b5 454 511 22f4 2c89 ab9b 10429 118ce
a7fb 15b7 1d230
a8fb 111dc
a8fc 111db
a99d a9a3
a9d0 a9c6
aa01 aa53
aa23 aa56
102a8 2295 2a01 a69a 1f728
102bc 25bd 1d214 1f704
102c0 29d6
10382 103d1
10393 103d3
1039a 12038
10412 a79a
1043a a79b
10486 104a0
1099e 2625 132f9
10c82 10cfc
10ca5 10cfa
11582 115d8 115d9
11583 115da
11584 115db
115b2 115dc
115b3 115dd
11caa 11cb2
16f00 2143
1f10e 21ba
27+27 22 2ba 2ee 2f6 5f2 5f4 1cd3 201c 201d 201f 3003
27+42 181
27+44 18a
27+50 1a4
27+54 1ac
27+59 1b3
28+28 2e28
29+29 2e29
2d+2e a4fe
2e+2c a4fb
2e+2e a4fa
2f+2f 2afd
34+b7 1530
3c+3c 226a
3c+b7 1445 22d6 2cb4
3e+3c 2aa5
3e+3e 226b 2a20
3e+b7 1441
41+41 a732
41+45 c6 4d4
41+4f a734
41+52 1f707
41+55 a736
41+56 a738 a73a
41+59 a73c
43+27 187
47+27 193
4a+b7 1499
4b+27 198
4d+42 1f76b
4f+27 13a4
4f+45 152
4f+4f a698 a74e
50+27 1486
51+45 1f700
54+33 a728
55+27 1467
55+b7 1458
56+42 1f76c
56+b7 143b
5c+5c 244a 2cf9
61+61 a733
61+65 e6 4d5
61+6f a735
61+75 a737
61+76 a739 a73b
61+79 a73d
62+27 1488
62+6c 42b
62+b7 147f
64+27 1487
64+7a 2a3
64+b7 147b
6c+27 5f1
6c+4f 42e
6c+6c 1c1 5f0 2016 2225
6c+73 2aa
6c+74 20b6
6c+7a 2ab
6c+b7 14b7
6f+65 153
6f+6f 221e a699 a74f
70+b7 1477
72+27 491
72+6e 6d 11700 118e3
74+66 a777
74+73 2a6
75+65 1d6b
75+6f ab63
b7+34 152f
b7+3c 1444
b7+3e 1437 1440 22d7
b7+4a 1498
b7+4c 14b6
b7+50 1476
b7+55 1457
b7+56 143a
b7+62 147e
b7+64 147a
185+69 44b
1dd+6f 1d14
245+b7 143d
254+65 ab62
2b+302 2a23
2b+303 2a24
2b+307 2214
2b+30a 2a22
2b+323 2a25
2b+330 2a26
2c9+62 44a
2d+307 2238
2d+308 2e1a
2d+313 2a29
2d+323 2a2a
2f+304 29f6
32+335 1bb
33+326 498
393+27 490
393+b7 14af
394+b7 140f
3d+302 2259
3d+306 225a
3d+307 2250
3d+30a 2257
3d+36b 225e
42a+6c a650
43+326 4aa
44+335 d0 110 189
45+338 246
46+326 191
460+b7 18ed
47+335 1e4
48+326 4c7 4c9
48+329 4a2 2c67
48+335 126
4a+335 248
4b+329 49a 2c69
4b+335 49e 20ad a740
4c+338 141
4d+326 4cd
4e+30a 1018e
4e+326 19d
4f+335 19f 398 3b8 472 4e8 13be 13eb 2296 229d 236c 2d31 a74a 1d21a 1f714
4f+338 d8 2d41
54+308 2361
54+328 1ae
54+329 4ac
54+335 166
54+338 23e
548+27 1468
548+b7 145a
55+335 244 13cc
56+335 10197
57+335 20a9
58+329 4b2
58+335 10196
59+335 a5 24e 4b0
5a+326 224
5a+335 1b5
61+332 2376
62+304 182 183 411
62+307 1473
62+314 253
62+335 180 462 463 48c 48d
63+326 4ab
63+338 a2 23c
64+21d 2a4
64+291 2a5
64+304 18c
64+314 257
64+328 256
64+335 111
65+328 4bf
65+338 247
66+14b 2a9
66+326 192
66+334 1d6e
67+314 260
67+335 1e5
68+314 266 13f2 a695
68+335 127 45b
69+332 2378
69+335 268 1d7b 1d7c
6a+335 249
6b+314 199
6c+21d 26e
6c+328 26d
6c+334 26b
6c+335 197 19a
6c+338 142
6c+655 673
6c+674 672
6e+328 273
6e+329 19e 3b7
6e+334 1d70
6f+302 6ff
6f+31b ab74
6f+335 275 473 4e9 a74b ab8e abbb
6f+338 f8 ab3e
70+314 1a5
70+335 1d7d
71+314 2a0
72+328 27d
72+329 27c
72+334 1d72
72+335 24d 493
73+328 282
73+334 1d74
74+21d a729
74+255 2a8
74+283 2a7
74+314 1ad
74+334 1d75
74+335 167
75+335 1d7e ab9c
77+307 114c5
77+326 a761
78+307 2a30
79+314 1b4
79+335 24f 4b1
7a+326 225
7a+328 290
7a+334 1d76
7a+335 1b6
7e+307 2a6a 2e1e
7e+308 2368
7e+323 2e1f
b0+308 2364
b0+332 235c
b7+245 143c
b7+393 14ae
b7+394 140e
b7+548 1459
138+329 49b
138+335 49f
1401+b7 140d
1404+b7 1411
1405+b7 1413
1406+b7 1415
140a+b7 1418
140b+b7 141a
1432+b7 143f
1434+b7 1443
1439+b7 1447
144f+b7 145c
1450+27 1469
1450+2f 27c9
1450+b7 145e
1451+b7 1460
1455+27 146a
1455+b7 1462
1456+b7 1464
146b+27 1485
146b+b7 1475
146e+b7 1479
1470+b7 147d
1489+b7 1493
148b+b7 1495
148c+b7 1497
148e+b7 149b
1490+b7 149d
1491+b7 149f
14a3+b7 14ad
14a6+b7 14b1
14a7+b7 14b3
14a8+b7 14b5
14ab+b7 14b9
14c0+b7 14ca
14c2+b7 18c7
14c3+b7 18c9
14c4+b7 18cb
14c5+b7 18cd
14c7+b7 14cc
14c8+b7 14ce
14d3+b7 14dd
14d5+b7 14df
14d6+b7 14e1
14d7+b7 14e3
14d8+b7 14e5
14da+b7 14e7
14db+b7 14e9
14ed+b7 14f7
14ef+b7 14f9
14f0+b7 14fb
14f1+b7 14fd
14f2+b7 14ff
14f4+b7 1501
14f5+b7 1503
150b+3c 150c
150b+62 150e
1510+b7 1518
1511+b7 151a
1512+b7 151c
1513+b7 151e
1514+b7 1520
1515+b7 1522
1516+b7 1524
1528+b7 1532
1529+b7 1534
152a+b7 1536
152b+b7 1538
152d+b7 153a
152e+b7 153c
1543+b7 18e0
154c+b7 154f
1550+50 157f
1550+62 1583
1550+64 1581
155a+b7 155c
155e+b7 18e3
1566+b7 18e4
1567+b7 1569
156b+b7 18e5
1586+b7 18e8
1595+4a 1591
1596+4a 1673
1597+b7 18ea
15a7+b7 1677
15a8+b7 1678
15a9+b7 1679
15aa+b7 167a
15ab+b7 167b
15ac+b7 167c
15ad+b7 167d
15f4+b7 18f0
161b+b7 18f2
1dd+2de 25a
24+20e0 1f10f
245+326 4c5
254+338 ab3f
25c+326 499
27e+334 1d73
28a+335 1d7f
28d+326 4ce
29c+326 4c8 4ca
29c+329 4a3
2b+2082 2a27
306+307 310 6e8 901 981 a81 b01 c00 c81 d01 114bf
393+335 492
394+332 2359
3a+2192 29f4
3c9+332 2379
3d+20f0 2a6e
40d+326 48a
416+329 496
43+20e0 1f16e
43+20eb 20a1
436+329 497
439+326 48b
43b+326 4c6
4bc+328 4be
54+20eb 20ae
56+1de4 1f708
5c+1455 27c8
621+348 6fd
628+654 8a1
628+6db 751
628+6e2 8b6
62d+654 681 772
62d+6db 685
62f+302 6ee
62f+615 688
62f+6db 68e
631+302 6ef
631+306 692
631+615 691
631+654 76c
631+6db 698
632+302 8b2
633+302 77e
633+6db 634
635+6db 69e
637+6db 69f
643+6db 6ad 763
644+306 6b5
644+6db 6b7
645+348 6fe
645+6db 8a7
646+306 769
646+615 768
648+302 6c9
648+306 6c6
648+313 6c7
648+670 6c8
648+6db 6cb
649+302 63d
649+306 6ce 756
649+615 679 6bb
649+654 8a8
649+6db 62b 63f 67e 6bd 6d1
68a+615 68b
697+615 771
6a1+6db 6a4 6a8
6a2+6db 8a4
6af+6db 6b4
6f+102c 1010
6f+1d07 276
905+93e 906
905+946 904
905+949 911
90f+945 90d
90f+946 90e
90f+947 910
964+964 965
985+9be 986
98b+9c3 9e0 9e1
a05+a3e a06
a05+a48 a10
a05+a4c a14
a72+a3f a07
a72+a40 a08
a72+a47 a0f
a73+a41 a09
a73+a42 a0a
a85+abe a86
a85+ac5 a8d
a85+ac7 a8f
a85+ac8 a90
b05+b3e b06
b7+1401 140c
b7+1404 1410
b7+1405 1412
b7+1406 1414
b7+140a 1417
b7+140b 1419
b7+1432 143e
b7+1434 1442
b7+1439 1446
b7+144f 145b
b7+1450 1454 145d
b7+1451 145f
b7+1455 1461
b7+1456 1463
b7+146b 1474
b7+146e 1478
b7+1470 147c
b7+1489 1492
b7+148b 1494
b7+148c 1496
b7+148e 149a
b7+1490 149c
b7+1491 149e
b7+14a3 14ac
b7+14a6 14b0
b7+14a7 14b2
b7+14a8 14b4
b7+14ab 14b8
b7+14c0 14c9
b7+14c2 18c6
b7+14c3 18c8
b7+14c4 18ca
b7+14c5 18cc
b7+14c7 14cb
b7+14c8 14cd
b7+14d3 14dc
b7+14d5 14de
b7+14d6 14e0
b7+14d7 14e2
b7+14d8 14e4
b7+14da 14e6
b7+14db 14e8
b7+14ed 14f6
b7+14ef 14f8
b7+14f0 14fa
b7+14f1 14fc
b7+14f2 14fe
b7+14f4 1500
b7+14f5 1502
b7+1510 1517
b7+1511 1519
b7+1512 151b
b7+1513 151d
b7+1514 151f
b7+1515 1521
b7+1516 1523
b7+1528 1531
b7+1529 1533
b7+152a 1535
b7+152b 1537
b7+152d 1539
b7+152e 153b
b7+1543 18ce
b7+1546 18cf
b7+1547 18d0
b7+1548 18d1
b7+1549 18d2
b7+154b 18d3
b7+154c 154e
b7+155a 155b
b7+1567 1568
b7+18b1 18b3
b7+18b4 18b6
b7+18b8 18b9
b7+18c0 18c2
b88+bc1 beb
b89+bb3 b8a
b89+d57 d0a
b8e+bb5 bf7
b9a+bc1 bec
b9a+bc2 bf2
b9f+bbf d3a
ba8+bc0 bfa
bae+bc0 bf4
c0b+c3e c60
c0c+c3e c61
c12+c4c c14 c94
c12+c55 c13 c93
c21+323 c22
c27+5bc c25
c2c+323 c2d
c30+5bc c20
c35+323 c37
c35+c3e c39
c35+c41 c2e
c41+c3e c42
c43+c3e c44
c8c+cbe ce1
d07+d57 d08
d0e+d46 d10
d12+d3e d13
d12+d57 d14
d28+d41 d0c d19 d79
d28+d4d d6f d7b
d30+d4d d6a d7c
d46+d46 d48
de8+dcf de9
de8+dd3 def
e40+e40 e41
f0d+f0d f0e
f1a+f1a f1b
f1a+f1d f1f
f1d+f1a fce
f1d+f1d f1e
1083+30a 109e
16dc+332 235a
1d1b+329 4ad
2202+335 f0 1e8cd
2207+308 2362
2207+334 236b
22c6+308 2363
2f+2f+2f 2afb
394+1420 142c
3c+3c+3c 22d8
3e+3e+3e 22d9
73+73+73 1f75c
a793+332 2377
b7+b7+b7 22ef 2d48
1002+102c 1000
1002+103e 1081
1003+103e 1070
1015+102c 101f
1015+103e 1066
101e+103c 1029
104a+104a 104b
107d+103e 107e
1100+1100 1101 11a9
1100+1102 11fa
1100+1103 115a
1100+1105 11c3
1100+1107 11fb
1100+1109 11aa
1100+110e 11fc
1100+110f 11fd
1100+1112 11fe
1102+1100 1113 11c5
1102+1102 1114 11ff
1102+1103 1115 11c6
1102+1105 d7cb
1102+1107 1116
1102+1109 115b 11c7
1102+110c 115c 11ac
1102+110e d7cc
1102+1110 11c9
1102+1112 115d 11ad
1102+1140 11c8
1103+1100 1117 11ca
1103+1103 1104 d7cd
1103+1105 115e 11cb
1103+1106 a960
1103+1107 a961 d7cf
1103+1109 a962 d7d0
1103+110c a963 d7d2
1103+110e d7d3
1103+1110 d7d4
1105+1100 11b0 a964
1105+1102 1118 11cd
1105+1103 11ce a966
1105+1105 1119 11d0
1105+1106 11b1 a968
1105+1107 11b2 a969
1105+1109 11b3 a96c
1105+110b 111b d7dd
1105+110c a96d
1105+110f 11d8 a96e
1105+1110 11b4
1105+1111 11b5
1105+1112 111a 113b 11b6 d7f2
1105+1140 11d7
1105+114c d7db
1105+1159 11d9
1106+1100 11da a96f
1106+1102 d7de
1106+1103 a970
1106+1105 11db
1106+1106 d7e0
1106+1107 111c 11dc
1106+1109 11dd a971
1106+110b 111d 11e2
1106+110c d7e2
1106+110e 11e0
1106+1112 11e1
1106+1140 11df
1107+1100 111e
1107+1102 111f
1107+1103 1120 d7e3
1107+1105 11e3
1107+1106 d7e5
1107+1107 1108 d7e6
1107+1109 1121 11b9
1107+110b 112b 11e6
1107+110c 1127 d7e8
1107+110e 1128 d7e9
1107+110f a973
1107+1110 1129
1107+1111 112a 11e4
1107+1112 11e5 a974
1109+1100 112d 11e7
1109+1102 112e
1109+1103 112f 11e8
1109+1105 1130 11e9
1109+1106 1131 d7ea
1109+1107 1132 11ea
1109+1109 110a 11bb
1109+110b 1135
1109+110c 1136 d7ef
1109+110e 1137 d7f0
1109+110f 1138
1109+1110 1139 d7f1
1109+1111 113a
1109+1140 d7ee
110b+1100 1141 11ec
110b+1103 1142
110b+1105 a976
110b+1106 1143
110b+1107 1144
110b+1109 1145 11f1
110b+110b 1147 11ee
110b+110c 1148
110b+110e 1149
110b+110f 11ef
110b+1110 114a
110b+1111 114b
110b+1112 a977
110b+1140 1146 11f2
110c+1107 d7f7
110c+110b 114d
110c+110c 110d d7f9
110e+110f 1152
110e+1112 1153
1110+1110 a979
1111+1107 1156 11f3
1111+1109 d7fa
1111+110b 1157 11f4
1111+1110 d7fb
1111+1112 a97a
1112+1102 11f5
1112+1105 11f6
1112+1106 11f7
1112+1107 11f8
1112+1109 a97b
1112+1112 1158
113c+113c 113d
113e+113e 113f
1140+1107 d7f3
114c+1106 d7f5
114c+1112 d7f6
114e+114e 114f
1150+1150 1151
1159+1159 a97c
1161+1169 1176
1161+116e 1177
1161+30fc 11a3
1161+4e28 1162
1163+1169 1178
1163+116d 1179
1163+116e 11a4
1163+4e28 1164
1165+1169 117a
1165+116e 117b
1165+30fc 117c
1165+4e28 1166
1167+1163 11a5
1167+1169 117d
1167+116e 117e
1167+4e28 1168
1169+1161 116a
1169+1163 11a6
1169+1165 117f
1169+1167 d7b0
1169+1169 1182
1169+116e 1183
1169+4e28 116c
116d+1161 d7b2
116d+1163 1184 1186
116d+1165 d7b4
116d+1169 1187
116d+4e28 1188
116e+1161 1189
116e+1165 116f
116e+1167 d7b5
116e+116e 118d
116e+4e28 1171
1172+1161 118e
1172+1165 118f
1172+1167 1191
1172+1169 d7b8
1172+116e 1193
1172+4e28 1194
119e+1161 d7c5
119e+1165 119f
119e+116e 11a0
119e+119e 11a2
119e+4e28 11a1
1401+1420 142b
1405+1420 142d
140a+1420 142e
141e+18df 18dd
1450+1455 2ad7
150b+1455 150d
150b+1490 150f
1550+146b 166f
1550+146c 157e
1550+146e 1580
1550+1470 1582
1550+1483 1585
1595+1489 1670
1595+148a 158e
1595+148b 158f
1595+148c 1590
1595+148e 1592
1595+1490 1593
1595+1491 1594
1596+148b 1671
1596+148c 1672
1596+148e 1674
1596+1490 1675
1596+1491 1676
16d0+16da 2963
16d0+21c2 296e
18df+141e 18dc
1aa8+1aa8 1aa9
1aaa+1aa8 1aab
1b5e+1b5e 1b5f
1c3b+1c3b 1c3c
1c7e+1c7e 1c7f
2081+2080 23e8
21c3+16da 296f
21c3+21c2 2965
2c9+62+69 a651
30fc+1161 d7b9
30fc+1165 d7ba
30fc+1169 d7bc
30fc+116e 1195
30fc+30fc 1196
30fc+4e28 1174
4e28+1161 1198
4e28+1163 1199
4e28+1167 d7bf
4e28+1169 119a
4e28+116d d7c2
4e28+116e 119b
4e28+1172 d7c3
4e28+119e 119d
4e28+30fc 119c
4e28+4e28 d7c4
62+307+b7 1481
6f+d30+6f d5f
72+6e+326 271
72+6e+334 1d6f
72+6e+338 20a5
a6f3+a6f3 a6f4
b7+62+307 1480
1dd+6f+335 ab42
1dd+6f+338 ab41
3d+307+323 2251
64+335+331 20ab
77+486+487 47d
ba+2f+2080 25 66a 2052
10a56+10a56 10a57
1144b+1144b 1144c
11641+11641 11642
11ae5+11ae5 11ae8
11ae5+11aef 11ae6
11ae5+11af0 11ae7
11aeb+11aeb 11aed
11aeb+11aef 11aec
11af3+11aef 11af4
11af3+11af0 11af5
11af3+11af3 11af6
11c41+11c41 11c42
1550+62+307 1584
1d158+1d165 2669
33c4+9+20dd 1f16d
460+486+487 47c
62f+324+323 8ae
631+306+307 8b9
635+324+323 8af
649+306+307 8ba
649+6db+6e2 8b7
905+93e+946 912
905+93e+947 913
905+93e+948 914
930+94d+907 908
a85+abe+ac5 a91
a85+abe+ac7 a93
a85+abe+ac8 a94
d26+d4d+d30 d6b
d28+d4d+d28 d6c
d28+d4d+d2e d5a
d35+d4d+d30 d6e
d39+d4d+d2e d76
f68+f7c+f7e f00
6c+335+6c+335 10199
1015+102c+103e 106f
1100+1109+1100 11c4
1103+1103+1107 d7ce
1103+1109+1100 d7d1
1105+1100+1100 a965 d7d5
1105+1100+1109 11cc
1105+1100+1112 d7d6
1105+1103+1103 a967
1105+1103+1112 11cf
1105+1105+110f d7d7
1105+1106+1100 11d1
1105+1106+1109 11d2
1105+1106+1112 d7d8
1105+1107+1103 d7d9
1105+1107+1107 a96a
1105+1107+1109 11d3
1105+1107+110b 11d5 a96b
1105+1107+1111 d7da
1105+1107+1112 11d4
1105+1109+1109 11d6
1105+1159+1112 d7dc
1106+1102+1102 d7df
1106+1107+1109 d7e1
1106+1109+1109 11de
1107+1105+1111 d7e4
1107+1107+110b 112c
1107+1109+1100 1122
1107+1109+1103 1123 d7e7
1107+1109+1107 1124
1107+1109+1109 1125
1107+1109+110c 1126
1107+1109+1110 a972
1109+1107+1100 1133
1109+1107+110b d7eb
1109+1109+1100 d7ec
1109+1109+1103 d7ed
1109+1109+1107 a975
1109+1109+1109 1134
110b+1100+1100 11ed
110c+1107+1107 d7f8
110c+110c+1112 a978
1140+1107+110b d7f4
1169+1161+4e28 116b
1169+1163+4e28 11a7
1169+1165+4e28 1180
1169+1167+4e28 1181
1169+1169+4e28 d7b1
116d+1161+4e28 d7b3
116d+1163+4e28 1185
116e+1161+4e28 118a
116e+1165+30fc 118b
116e+1165+4e28 1170
116e+1167+4e28 118c
116e+4e28+4e28 d7b6
1172+1161+4e28 d7b7
1172+1165+4e28 1190
1172+1167+4e28 1192
119e+1165+4e28 d7c6
30fc+1165+4e28 d7bb
30fc+4e28+116e 1197
4e28+1163+1169 d7bd
4e28+1163+4e28 d7be
4e28+1167+4e28 d7c0
4e28+1169+4e28 d7c1
ba+2f+2080+2080 609 2030
f60+f74+f82+f14 f03
f60+f74+f82+f7f f02
11434+11442+11412 11413
11434+11442+11418 11419
11434+11442+11423 11424
11434+11442+11429 1142a
11434+11442+1142c 1142d
11434+11442+1142e 1142f
11ae5+11ae5+11aef 11ae9
11ae5+11ae5+11af0 11aea
11aeb+11aeb+11aef 11aee
11af3+11af3+11aef 11af7
11af3+11af3+11af0 11af8
1d158+1d165+1d16e 266a
6c+335+6c+335+53+335 10198
ba+2f+2080+2080+2080 60a 2031
101e+103c+1031+102c+103a 102a
`;var[Bi,...Oi]=Xo.trim().split(`
`),ec=(n,e)=>n.split(e).map(t=>parseInt(t,16)),Si=Bi.split(" ").map(n=>ec(n,"-")),Cr=n=>n>"~"&&Si.some(([e,t])=>n.codePointAt(0)>=e&&n.codePointAt(0)<=t),vi=new Map(Oi.flatMap(n=>{let[e,...t]=n.split(" ");return t.map(r=>[String.fromCodePoint(parseInt(r,16)),String.fromCodePoint(...ec(e,"+"))])})),Tn=(n,e)=>Array.from(n,e).join(""),Ko=n=>Tn(n,e=>e.toLowerCase()),ke=n=>typeof n=="string"?n:new TextDecoder("utf-8",{ignoreBOM:!0}).decode(n);function tc(n){try{return typeof n=="string"||new TextDecoder("utf-8",{fatal:!0}).decode(n)!==void 0}catch{return!1}}function Jo(n,e){let t=Tn(n,r=>r>" "&&r<="~"?r:/\p{White_Space}/u.test(r)?" ":Cr(r)||/\p{Cc}/u.test(r)?"":r).normalize("NFKD");return e||(t=Ko(t)),t=Ko(Tn(t,r=>vi.get(r)??r).normalize("NFD")),t.split(/\p{White_Space}+/u).filter(r=>r!=="").join(" ")}var Dr=n=>[Jo(n,!1),Jo(n,!0)],zr=(n,e)=>n!==e&&Dr(n).some(t=>Dr(e).includes(t));function Mr(n,e){let[t,r]=[[...n],[...e]];for(;t.length>0&&r.length>0&&t[0]===r[0];)t.shift(),r.shift();for(;t.length>0&&r.length>0&&t.at(-1)===r.at(-1);)t.pop(),r.pop();let o=c=>[...c.slice(0,8).map(i=>`U+${i.codePointAt(0).toString(16).toUpperCase().padStart(4,"0")}`),...c.length>8?["…"]:[]].join(" ")||"nothing";return`it has ${o(t)} instead of ${o(r)}`}var Hr=(n,e)=>`"${be(n)}" looks like "${be(e)}", but isn't it: ${Mr(ke(n),ke(e))}`;function Qo(n){if(!tc(n))return"isn't a text";let e=ke(n);return/[\p{Cf}\p{Cc}\ufffd]/u.test(e)||[...e].some(Cr)?"has an invisible character":/^\p{White_Space}|\p{White_Space}$/u.test(e)?"begins or ends with a space":/(?! )\p{White_Space}/u.test(e)?"has a space that isn't one":[/\p{sc=Latin}/u,/\p{sc=Cyrillic}/u,/\p{sc=Greek}/u].filter(t=>t.test(e)).length>1?"mixes scripts":""}function nc(n){let[e,t]=[[],new Map];for(let r of n){let o=ke(r);Qo(r)&&e.push(`"${be(r)}" ${Qo(r)}`);let c=Dr(o),s=c.map(i=>t.get(i)).find(i=>i!==void 0);s!==void 0&&e.push(Hr(r,s));for(let i of c)t.has(i)||t.set(i,r)}return e}function be(n){let e=tc(n)?_i(ke(n)):Array.from(n,r=>r<32||r>126?`\\x${r.toString(16).padStart(2,"0")}`:String.fromCharCode(r).replace("\\","\\\\")).join(""),t=(r,o)=>r===0||r===o.length-1||o[r-1]===" ";return e.replace(/ /g,(r,o,c)=>t(o,c)?"\\u{20}":r)}var _i=n=>/^[ -[\]-~]*$/.test(n)?n:Tn(n,e=>e==="\\"?"\\\\":e!==" "&&(/[\p{C}\p{Z}]/u.test(e)||Cr(e))?`\\u{${e.codePointAt(0).toString(16)}}`:e);var Ee=n=>String.fromCharCode(...n),oc=new TextEncoder;function Te(n,e){if(!n)throw Error(e)}var Rn=n=>`${n.replace(/^\ufeff/,"").replace(/[ \t\r]*\n/g,`
`).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g,"")}
`,Wt=n=>/^[0-9a-f]{64}$/.test(n),rc=n=>/^[ \t\r\n]*$/.test(n),Ti=n=>/^[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]$/.test(n);function Ri(n){let t=Rn(n).slice(0,-1).replace(/[A-Z]/g,o=>o.toLowerCase()).replace(/\.$/,"");if(Wt(t))return{words:lt(t)};let r=t.split(/[ \t\r\n]+/).filter(o=>o!=="");if(r.length===16&&r.every(Ti))return{words:r.join(" ")};try{let o=Yt(Rn(n));return{words:o.words,announcement:o}}catch{throw Error("What you kept is no announcement, no digest and no words")}}function Fi(n,e){let t=Ri(e);if(t.words===n.words)return;let r=t.announcement?Ai(n,t.announcement):"";throw Error(`This is another draw than the one that you kept: that one's words are ${t.words}, and this one's are ${n.words}${r}`)}function Ai(n,e){let[t,r]=[n,e].map(({text:a})=>a.split(`
`)),c=`. They differ in: ${t.filter((a,f)=>a!==r[f]).map(a=>a.split(" ")[0]).join(", ")}`;if(!n.contradicts(e))return c;let{number:s,place:i}=n.terms;return`${c}. Both are number ${s} at ${be(i)}, where there can be only one: together they convict whoever published both`}function Zr(n){let e=n.replace(/[ \t\r\n]/g,""),t=/^[A-Za-z0-9+/]+={0,2}$/.test(e)&&e.length%4===0?atob(e):"";return Te(t!==""&&btoa(t)===e,"This isn't a receipt of a draw, or not all of it"),kr(Uint8Array.from(t,r=>r.charCodeAt(0)))}function Ni(n,e,t){let r=n.proof.entry;if(e==="")return n.entry;let o=!n.hidden&&Wt(Ee(r))&&e!==Ee(r);if(t!=="")return Te(xn(cc(t),e)===Ee(r),"Your salt and entry aren't those of the receipt's line, so the line is somebody else's"),oc.encode(e);Te(!o,"The receipt is for 64 digits, a key or a hidden entry without its salt: nobody can see that it is yours. Ask the organiser for the salt of your own entry");let c=ke(n.entry),s=zr(c,e)?`: ${Mr(c,e)}`:"";return Te(c===e,`The receipt is for "${be(n.entry)}", and not for your entry "${be(e)}"${s}`),n.entry}function cc(n){let e=n.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g,"");return Te(Wt(e),"The salt isn't 64 digits of 0 to 9 and a to f"),Ar(e)}function Fn(n){return n.flatMap(({hidden:e,entry:t},r)=>!e&&Wt(Ee(t))?[r+1]:[]).join(", ")}function sc(n,e,t){if(e.length===0)return"";let r=c=>c<n.winners?"a winner":"a substitute",o=e.flatMap((c,s)=>t(c)?[`place ${s+1}, ${r(s)}`]:[]);return o.length>0?` It has ${o.join("; ")}.`:` ${n.repeats==="yes"&&Fn(e)!==""?"This ticket":"It"} has no place.`}function Ii(n,e,{receipt:t,entry:r,salt:o}){let{terms:c}=n,s=Zr(t);n.checkReceipt(s);let i=Ni(s,r,o),{position:a,weight:f,entry:d}=s.proof,u=c.weights!==void 0?`, and weighs ${f} of ${c.weights}`:"",h=p=>Ee(p.proof.entry)===Ee(d)||p.hidden&&Ee(p.entry)===Ee(i),l=`entry ${(a+1).toLocaleString("en")} of ${c.entries.toLocaleString("en")}`;return`The receipt is good: "${be(i)}" is ${l}${u}.`+sc(c,e,h)}function ji({terms:n},e,{entry:t,salt:r}){if(e.length===0)return"Without your receipt, nothing here shows whether your entry takes part.";let o=Ee(oc.encode(r===""?t:xn(cc(r),t))),c=i=>ke(i.entry)===t||Ee(i.proof.entry)===o,s=Fn(e);return r===""&&s!==""&&!Wt(o)&&!e.some(c)?`"${be(t)}": Nobody can see without its salt whether it has a place: those with 64 digits for a name are ${s}.`:`"${be(t)}":${sc(n,e,c)}`}function*ic(n,e,t){let{receipt:r,entry:o,salt:c,kept:s}=t;if(Te(c===""||o!=="","A salt needs the entry that it hides"),rc(s)||(Fi(n,s),yield"This is the announcement that you kept."),rc(r)?o!==""&&(yield ji(n,e,t)):yield Ii(n,e,t),o!=="")for(let[i,a]of e.entries())zr(o,ke(a.entry))&&(yield`Look twice: ${Hr(o,a.entry)}. That one has place ${i+1}.`)}var z=n=>document.getElementById(n),An={script:document.currentScript.textContent,style:document.querySelector("style").textContent},Gr=frame.slice(frame.lastIndexOf("<",frame.indexOf("{{DATA}}")),frame.indexOf("{{DATA}}")),De;function Be(n,e,...t){let r=Object.assign(document.createElement(n),{className:e});return r.append(...t),r}var Xt=n=>Be("bdi","",be(n)),Vr=n=>n.toLocaleString("en"),Yr=(n,e,t)=>`${Vr(n)} ${n===1?e:t}`,Xr=({message:n})=>`${n[0].toUpperCase()}${n.slice(1).replaceAll("’","'")}.`;function qi(n){let e=r=>z("checks").append(Be("li","",r)),t;try{t=Yt(n.announcement),e("The announcement is complete: the list, the places and the round were fixed by it.");let r=No(t.terms);e(`Its round ${t.terms.round} of drand comes at the time that it names.`);let o=n.undrawn?[]:Ui(t,r,n,e);return{announcement:t,receipts:o,fault:""}}catch(r){let o=Xr(r);return z("checks").append(Be("li","bad",o)),{announcement:t,receipts:[],fault:o}}}function Ui(n,e,t,r){let{terms:o}=n,c=e.parseRound(t.round);r(`Round ${c.round} is signed by drand, and its randomness is the signature's hash.`),Te(c.round===o.round,"This is another round than the announced one"),r("It is the round that was announced.");let s=t.receipts.map(Zr);return s.forEach(i=>n.checkHeld(i)),Te(s.length===o.places,`${s.length} of ${o.places} places are shown`),n.checkPlaces(c,s.map(i=>i.proof)),r("The round gives exactly these places, and all of them are entries of the announced list."),s}function uc(){De=void 0;let n=["other","places","warnings","checks","verdict","terms","words","digest","answer","text","round"];for(let e of n)z(e).replaceChildren();for(let e of[...document.querySelectorAll(".ofdraw"),...["none","all","twice"].map(z)])e.hidden=!0}function Kr(n,e){document.title=n,z("label").textContent=n,z("about").textContent=e}function Li({announcement:n,fault:e},t){let r=t?"Not drawn yet: what can be checked before the round succeeded.":"Every check succeeded.",o=n?"This draw is wrong.":"This announcement is wrong, or not all of it.";z("verdict").textContent=e?o:r,z("verdict").className=e?"bad":"good"}function bc(n){uc(),De=qi(n);let{announcement:e,receipts:t,fault:r}=De;for(let c of document.querySelectorAll(".ofdraw"))c.hidden=!1;z("winners").hidden=n.undrawn&&!r,z("none").hidden=!r,Li(De,n.undrawn),z("text").textContent=ac(n.announcement),z("round").textContent=ac(n.round);let o=e?be(e.terms.label):"A draw";Kr(o,r?"A check failed, so this page shows no draw.":ki(e.terms,n.undrawn)),e&&zi(e),t.length>0&&Gi(De)}var ac=n=>n.split(/([ \n])/).map(e=>e===" "||e===`
`?e:be(e)).join(""),$i={dateStyle:"long",timeStyle:"medium",timeZone:"UTC"},Wr=n=>`${new Date(n.time*1e3).toLocaleString("en",$i)} UTC`;function ki(n,e){let t=Yr(n.entries,"entry","entries");return e?`To be drawn from ${t} by round ${n.round} of drand, which comes on ${Wr(n)}.`:`Drawn from ${t} by round ${n.round} of drand, which came on ${Wr(n)}. If all had this announcement before, nobody could know or choose the winners.`}var Di={no:"each is there once",yes:"an entry may be there several times, and win as often",joined:"tickets of one person are joined, and win one place at most"};function Ci(n){return n.number===1n?["1, the first at this place"]:[`${n.number}, after the announcement with the words `,Be("span","mono",lt(n.previous))]}function zi({terms:n,words:e,digest:t}){let r=Yr(n.winners,"winner","winners"),o={Place:[Xt(n.place)],Number:Ci(n),Entries:[`${Vr(n.entries)}; ${Di[n.repeats]}`],Chances:[n.weights!==void 0?`by weights, which add up to ${Vr(n.weights)}`:"the same for all"],Places:[n.substitutes>0?`${r}, ${Yr(n.substitutes,"substitute","substitutes")}`:r],Round:[`${n.round} of `,Xt(n.beacon.split(" ").slice(0,2).join(" ")),`, on ${Wr(n)}`],Void:[Xt(n.void)]};for(let[c,s]of Object.entries(o))z("terms").append(Be("dt","",c),Be("dd","",...s));z("words").textContent=e,z("digest").textContent=t}function Mi(n,e){let t=new Map(e.map(({entry:c})=>[Ee(c),c])).values(),r=nc(t).map(c=>`${c}.`),o=Fn(e);o!==""&&r.push(`Places with 64 digits for a name: ${o}. They are keys, or hidden entries whose salts are missing.`),n.weights!==void 0&&e.some(({hidden:c})=>c)&&r.push("Weights stand beside hidden lines: whoever knows the weight of an entry may know its line."),z("warnings").append(...r.map(c=>Be("li","",Be("bdi","",c)))),z("twice").hidden=r.length===0}var Hi=12,Zi=1200;function Gi(n){let{announcement:{terms:e},receipts:t}=n;Mi(e,t);let r=t.map(({entry:s},i)=>{let a=i<e.winners?"winner":"substitute";return Be("li",a,Be("bdi","name",be(s)),Be("span","what",a))}),o=s=>{De===n&&(z("places").append(...r.splice(0,s)),z("all").hidden=r.length===0,r.length>0&&setTimeout(o,Zi,1))};z("all").onclick=()=>o(r.length);let c=r.length>Hi||matchMedia("(prefers-reduced-motion: reduce)").matches;o(c?r.length:1)}function Pi(){let n=(t,r)=>z("answer").append(Be("li",t,Be("bdi","",r))),e=Object.fromEntries(["receipt","entry","salt","kept"].map(t=>[t,z(t).value]));z("answer").replaceChildren();try{Te(De?.announcement,"There is no announcement");for(let t of ic(De.announcement,De.receipts,e))n("",t);z("answer").children.length===0&&n("","Give something that you hold.")}catch(t){n("bad",Xr(t))}}z("own").addEventListener("submit",n=>{n.preventDefault(),Pi()});function Vi(n){if(n.trimStart().startsWith("squaredeal/draw v1"))return{announcement:Rn(n),round:"",receipts:[],undrawn:!0};let e=n.replace(/^\ufeff/,"").replaceAll(`\r
`,`
`),t=Yi(e);return{...Wi(t),same:Xi(e,t)}}function Yi(n){let e=n.indexOf(Gr)+Gr.length,t=n.indexOf("<\/script>",e);return Te(e>=Gr.length&&t>=0,"This file is no page of a draw, and no announcement"),n.slice(e,t)}function Wi(n){let e;try{e=JSON.parse(n)}catch{throw Error("The page's data can't be read")}let{announcement:t,round:r,receipts:o}=e??{};if(t===""&&r===""&&o===null)return{undrawn:!1,empty:!0};let c=Array.isArray(o)&&[t,r,...o].every(s=>typeof s=="string");return Te(c,"The page shows no draw"),{announcement:t,round:r,receipts:o}}function Xi(n,e){let t=o=>`sha256-${btoa(Ee(Ae(new TextEncoder().encode(o))))}`,r={STYLE:An.style,"STYLE-HASH":t(An.style),SCRIPT:An.script,"SCRIPT-HASH":t(An.script),DATA:e};return!e.includes("<")&&frame.replace(/\{\{([A-Z-]+)\}\}/g,(o,c)=>r[c])===n}function Ki(n,{undrawn:e,empty:t,same:r}){let o=r?"Its own program is the same.":"Its own program is another one, unless a browser changed the file: save it as HTML only. Whatever it shows by itself, believe only what stands here.";z("other").className=e||r?"":"bad",z("other").append(...t?[Xt(n),` has no draw of its own. ${o}`]:["This is what ",Xt(n),` shows, checked by the program of the page that you opened it in. ${e?"":o}`])}var Pr;function fc(n){uc(),Kr("No draw",n)}async function Ji(n){Pr=n;try{let e=await n.arrayBuffer();if(n!==Pr)return;let t=Vi(new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}).decode(e));t.empty?fc("It checks the pages of others."):bc(t),Ki(n.name,t)}catch(e){if(n!==Pr)return;fc("Nothing is shown of this file."),z("other").className="bad",z("other").textContent=Xr(e)}z("label").scrollIntoView()}function lc(n){n.length>0&&Ji(n[0])}z("file").addEventListener("change",({target:n})=>lc(n.files));for(let n of["dragover","drop"])document.addEventListener(n,e=>{e.dataTransfer.types.includes("Files")&&(e.preventDefault(),lc(e.dataTransfer.files))});var dc=JSON.parse(z("data").textContent);dc.announcement===""?Kr("Check a draw","This page has no draw of its own. Open the page of one below, or an announcement: it is checked by the program of this page."):bc(dc);})();
/*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) */
/*! Letters that look alike, from the confusables.txt and DerivedCoreProperties.txt of Unicode
15.0.0, changed: without what normalisation (NFKD) replaces. First the ranges of invisible
letters; then in each line, in hex, what is seen, and the letters that look like it.

COPYRIGHT AND PERMISSION NOTICE

Copyright © 1991-2022 Unicode, Inc. All rights reserved.
Distributed under the Terms of Use in https://www.unicode.org/copyright.html.

Permission is hereby granted, free of charge, to any person obtaining
a copy of the Unicode data files and any associated documentation
(the "Data Files") or Unicode software and any associated documentation
(the "Software") to deal in the Data Files or Software
without restriction, including without limitation the rights to use,
copy, modify, merge, publish, distribute, and/or sell copies of
the Data Files or Software, and to permit persons to whom the Data Files
or Software are furnished to do so, provided that either
(a) this copyright and permission notice appear with all copies
of the Data Files or Software, or
(b) this copyright and permission notice appear in associated
Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF
ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT OF THIRD PARTY RIGHTS.
IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS
NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL
DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE,
DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THE DATA FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder
shall not be used in advertising or otherwise to promote the sale,
use or other dealings in these Data Files or Software without prior
written authorization of the copyright holder.
*/
