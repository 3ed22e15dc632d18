import { type Collection, documentsOf } from './collection.js';

export const spanish: Collection = {
  locale: 'es',
  documents: documentsOf(`
sourdough | Pan de masa madre | Harina y agua, dejadas unos días en un tarro, empiezan a fermentar por sí solas. Este fermento contiene levaduras silvestres y bacterias lácticas, que hacen subir despacio la hogaza y le dan su sabor ácido. Se alimenta a diario, y la masa reposa toda la noche antes de hornearse.
bread | Conservar fresco el pan | Una hogaza se mantiene fresca más tiempo en una olla de barro o envuelta en un paño de lino. En la nevera se pone dura antes, porque el frío endurece el almidón. Lo que no se vaya a comer en tres días es mejor congelarlo en rebanadas. En una bolsa de plástico el pan se enmohece pronto.
flour | Qué harina para qué masa | La harina de trigo tiene mucho gluten y da una masa elástica; el centeno necesita acidez para hornearse bien. Para la pizza conviene harina de fuerza, poca levadura de sobre y mucho tiempo para subir. Los bizcochos piden harina floja y polvo de hornear. La integral absorbe más agua que la blanca.
chain | Limpiar y engrasar la cadena de la bicicleta | Una cadena seca chirría y desgasta los piñones. Límpiela con un trapo, gire los pedales hacia atrás, ponga una gota de aceite en cada eslabón, espere diez minutos y quite lo que sobre. Después de pedalear bajo la lluvia, repítalo enseguida.
tyre | Arreglar un neumático pinchado | Saque la rueda, separe el neumático de la llanta con una palanca e infle la cámara para oír por dónde escapa el aire. Lije el sitio, extienda el pegamento y apriete el parche sobre el agujero. Antes de montarlo, busque con el dedo la espina que causó el pinchazo.
brakes | Ajustar los frenos de la bicicleta | Las zapatas deben tocar la llanta por igual y dejar que la rueda gire libre. Si los frenos chillan, gire un poco hacia dentro la punta de las zapatas y limpie la grasa de la llanta. Con lluvia, la primera vuelta de la rueda solo quita el agua. Las zapatas gastadas se cambian por pares.
sleep | Por qué dormimos | Mientras dormimos, el cerebro ordena lo que aprendió durante el día y elimina desechos. La mayoría de los adultos necesita de siete a nueve horas. Quien duerme demasiado poco se resfría más y comete más errores. Un dormitorio oscuro y fresco y un horario regular ayudan más que cualquier pastilla.
coffee | El café y el sueño | La cafeína bloquea las señales que nos dan cansancio. La mitad sigue en la sangre cinco o seis horas después de la última taza, de modo que el café tomado a media tarde acorta el sueño profundo incluso de quienes se duermen enseguida. Quien duerme mal debería dejarlo a mediodía.
jet-lag | El desfase horario | Tras un vuelo a través de varios husos horarios, el reloj interno sigue marcando la hora de casa. Los viajeros se despiertan de noche y están cansados de día. Ayudan la luz de la mañana, comer a la hora local y una siesta corta; por regla general el cuerpo necesita un día por cada hora de diferencia.
insulation | Aislar una casa antigua | Gran parte del calor de una casa antigua se pierde por el tejado y las paredes exteriores. Aislar el desván es barato y se amortiza en pocos inviernos. Las paredes se aíslan por fuera o por dentro; las ventanas nuevas vienen al final, pues una ventana hermética junto a una pared fría atrae la humedad.
heat-pump | Cómo funciona una bomba de calor | Una bomba de calor funciona como una nevera al revés: toma calor del aire o del suelo, lo comprime y lo entrega a los radiadores. De una parte de electricidad salen tres o cuatro partes de calor. También los edificios antiguos pueden calentarse así, si a los radiadores grandes les basta el agua tibia, incluso con heladas.
mould | Moho en la pared | El moho crece donde el aire húmedo encuentra una superficie fría: en rincones del dormitorio, detrás de los armarios, junto a las ventanas. Ventile varias veces al día durante cinco minutos y separe los muebles de las paredes exteriores. Las manchas pequeñas se limpian con alcohol; las grandes requieren un especialista.
night-train | Viajar en tren nocturno | Los coches de literas tienen cuatro o seis por compartimento; los coches cama, camas de verdad y un lavabo. Quien sube por la noche se despierta en otro país, y el desayuno con café se sirve en la litera. Reserve pronto: los viernes y antes de las fiestas las camas se agotan con semanas de antelación.
tram | El regreso del tranvía | En los años sesenta muchas ciudades arrancaron sus vías para dejar sitio a los coches. Hoy las tienden de nuevo: un tranvía lleva más gente que los autobuses, circula sin humos y es puntual en su propia vía. Las tiendas junto a las líneas suelen ganar clientes.
ferry | Transbordadores a las islas | Los barcos salen del puerto cada dos horas en verano, pero solo dos veces al día en invierno. Las bicicletas viajan gratis; los coches hay que reservarlos. Con viento fuerte se cancelan las travesías sin aviso, así que nadie debería contar con el último barco antes de un vuelo. Los billetes se venden en el muelle.
passwords | Elegir una contraseña | La longitud cuenta más que los caracteres raros: cuatro o cinco palabras al azar son más fáciles de recordar y más difíciles de adivinar que ocho signos. Use otra contraseña en cada cuenta y deje que un gestor las guarde. No la cambie sin motivo, pero sí de inmediato cuando un servicio haya sido asaltado.
backup | Copias de seguridad de sus archivos | Los discos fallan sin avisar. Guarde tres copias de fotos y papeles, en dos clases de soporte, una de ellas en otro lugar. Una copia conectada siempre al ordenador queda cifrada junto con él por los chantajistas. Pruebe una vez al año si un archivo se puede recuperar de verdad.
phishing | Reconocer un correo fraudulento | Los correos que amenazan con bloquear su cuenta en pocas horas quieren que haga clic antes de pensar. Mire la dirección del remitente y no siga nunca el enlace: escriba usted mismo la dirección de su banco. Ninguna empresa auténtica pide una contraseña por correo. En caso de duda, llame por teléfono.
swallows | Dónde pasan el invierno las golondrinas | En septiembre las golondrinas se reúnen en los cables y parten hacia África. Cruzan el mar y el Sáhara y encuentran insectos al sur del ecuador mientras aquí hiela. En abril las mismas parejas vuelven a sus nidos del granero. Muchos otros pájaros se quedan y viven de semillas.
whales | El canto de las ballenas | Los machos de la ballena jorobada cantan durante horas, en estrofas que cambian de año en año. Las notas graves recorren cientos de kilómetros por el mar, porque el agua lleva el sonido mejor que el aire. El ruido de los barcos tapa los cantos, y las madres pierden el contacto con sus crías.
hedgehog | Erizos en el jardín | Los erizos comen escarabajos, lombrices y babosas. La leche los enferma; es mejor un cuenco de agua y, en una primavera fría, comida para gatos. Pasan el invierno dormidos bajo montones de hojas y no se los debe despertar. Deje un hueco en la valla para que vayan de jardín en jardín.
renting | Alquilar un piso | Antes de mudarse, anote cada arañazo en un acta y lea los contadores. La fianza puede ser de tres meses de alquiler como mucho; el casero tiene que devolverla después de que usted se marche, en cuanto esté claro que no se debe nada. El contrato se rescinde por escrito con tres meses de antelación.
violin | Afinar un violín | Las cuatro cuerdas se afinan por quintas en sol, re, la y mi, empezando por el la de un diapasón o de un piano. Gire la clavija despacio mientras pasa el arco y use los tensores para el último paso. Las cuerdas nuevas ceden y hay que afinarlas una y otra vez durante días.
chess | El enroque en el ajedrez | El enroque es la única jugada en la que se mueven dos piezas a la vez: el rey avanza dos casillas hacia la torre y la torre salta por encima de él. Está permitido si ninguno de los dos se ha movido antes, no hay piezas entre ellos y el rey no está en jaque ni cruza una casilla atacada.
letters | Preguntas para el próximo número | Los lectores nos preguntan: ¿Cuánto tiempo tarda? ¿Cuándo puedo venir con mi bicicleta, y dónde la dejo? ¿Por qué nadie contesta a mi correo? ¿Cuántas horas está abierta la oficina, qué necesito, y qué debo hacer si está cerrada? ¿Es verdad que hay algo que ayuda contra eso? Contestaremos.
repair | Sábado en el centro vecinal | Traiga lo que chirría, chilla o gotea: una bicicleta con la cadena seca, frenos que fallan cuando llueve, un neumático con un agujero, un violín sin cuerdas. Lo arreglamos juntos. Hay café, pan fresco y leche para los niños.
household | El calendario de la casa | Enero: buscar moho en la pared del dormitorio y ventilar la casa. Febrero: calentar menos. Marzo: hacer pan con levadura y dejar que suba la masa al sol. Octubre: revisar la bomba de calor y sellar las ventanas antiguas. Invierno: dar de comer a los pájaros.
holidays | Nuestras ofertas de invierno | Ballenas y pájaros: en barco a las islas, tres horas por el mar. En tren de noche a las montañas, camas y desayuno con café. Un vuelo a través de dos husos horarios, y dormir en una casa de hielo: cuánto tiempo, a qué distancia, con qué frecuencia quiera. Los billetes de tranvía van incluidos.
terms | Condiciones de uso | La cuenta se va a bloquear después de tres contraseñas falsas; un correo dice cuándo. Una contraseña tiene una longitud de ocho caracteres o más. Las copias de fotos se guardan un año. La fianza la tiene que pagar el usuario y se le devuelve cuando entrega el aparato. Hace falta una buena conexión.
lost | Objetos perdidos | Encontrados en el tranvía: el rey de un ajedrez, una cadena de bicicleta, un violín sin cuerdas, un erizo de fieltro, fotos de ballenas, la carta de un casero sobre una fianza, un cojín para dormir, leche. Muchas ciudades guardan estas cosas medio año; después se regalan.
`),
  questions: {
    rising: '¿Cómo consigo que suba la masa sin levadura de sobre?',
    stale: '¿Cuál es la mejor manera de que el pan no se ponga duro ni se enmohezca?',
    squeak: 'La cadena de mi bicicleta chirría, ¿qué debo hacer?',
    squeal: '¿Por qué chillan los frenos de mi bicicleta cuando llueve?',
    puncture: '¿Cómo puedo arreglar en el camino un neumático con un agujero?',
    evening: '¿Hasta qué hora puedo tomar café si quiero dormir bien?',
    flight: '¿Qué ayuda contra el cansancio después de un vuelo largo a través de husos horarios?',
    heating: '¿Puede una bomba de calor calentar una casa antigua en invierno?',
    damp: '¿De dónde viene el moho en la pared de mi dormitorio?',
    overnight: '¿Hay algún tren con camas que viaje de noche?',
    rails: '¿Por qué tantas ciudades construyen tranvías de nuevo?',
    islands: '¿Con qué frecuencia va un barco a las islas en invierno?',
    length: '¿Qué longitud debe tener una buena contraseña?',
    copies: '¿Cuántas copias de mis fotos necesito?',
    locked: 'Un correo dice que van a bloquear mi cuenta, ¿es auténtico?',
    birds: '¿Adónde van los pájaros en invierno?',
    milk: '¿Qué comen los erizos, y puedo darles leche?',
    sound: '¿A cuántos kilómetros se oyen las ballenas en el mar?',
    deposit: '¿Cuándo tiene que devolver la fianza el casero?',
    strings: '¿En qué notas se afinan las cuerdas de un violín?',
    king: '¿Cuándo puede enrocarse el rey en el ajedrez?',
    hours: '¿Cuántas horas de sueño necesita un adulto?',
  },
};
